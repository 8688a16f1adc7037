// An interval may clear itself.
// expect: completed 1
let n = 0;
const id = setInterval(() => {
  n++;
  clearInterval(id);
}, 1);
await new Promise((resolve) => setTimeout(resolve, 10));
n;
