// With the option transform, enums are compiled.
// typescript: transform
// expect: completed [1, "Red", "up", 6]
enum Color { Red = 1, Green }
enum Way { Up = 'up' }
enum Bits { A = 1 << 1, B = 1 << 2, All = A | B }
return [Color.Red, Color[1], Way.Up, Bits.All];
