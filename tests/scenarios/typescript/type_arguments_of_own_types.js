// Where an argument is one of TypeScript's types, they are type arguments.
// expect: completed [1, 2]
return [new Set<string>(['a']).size, [1, 1].reduce<number>((a, b) => a + b, 0)];
