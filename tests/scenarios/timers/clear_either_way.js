// clearTimeout and clearInterval are the same.
// expect: completed 0
let n = 0;
clearInterval(setTimeout(() => n++, 1));
clearTimeout(setInterval(() => n++, 1));
await new Promise((resolve) => setTimeout(resolve, 10));
n;
