// Compiling an enum moves nothing that comes after it.
// typescript: transform
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at 10:15
// stack-has: script.js:12:
enum Color {
  Red,
  Green, // a comment
}
function f(color: Color): never {
    throw new Error('here');
}
f(Color.Red);
