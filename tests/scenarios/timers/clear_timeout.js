// A cleared timer does not ring.
// expect: completed "quiet"
let said = 'quiet';
const id = setTimeout(() => (said = 'rang'), 1);
clearTimeout(id);
await new Promise((resolve) => setTimeout(resolve, 10));
said;
