// Text in strings, templates, expressions and comments is text.
// expect: completed ["let x: number", "as any: 1", true]
const n: number = 1; // as any: string
return ['let x: number', `as any: ${n}`, /let x: number/.test('let x: number')];
