// An enum is refused with a sentence that names it and the way out.
// expect-error: TypeScript RUN_TYPESCRIPT "enum" at 4:3
const a: number = 1;
  enum Color { Red = 1 }
return Color.Red;
