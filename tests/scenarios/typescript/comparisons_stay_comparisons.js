// JavaScript that TypeScript reads as type arguments keeps its meaning.
// expect: completed [true, [false, true]]
const [a, b, c, d] = [1, 2, 0, 0];
const f = (...all) => all;
return [a < b > (c), f(a > b, c < (b))];
