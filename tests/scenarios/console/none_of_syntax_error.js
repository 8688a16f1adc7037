// A source with a syntax error prints nothing.
// expect-error: Syntax
console.log('before');
let let;
