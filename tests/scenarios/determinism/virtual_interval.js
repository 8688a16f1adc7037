// An interval on the virtual clock.
// expect: completed 1000
// virtual-clock: 0
// ends-within-ms: 1500
let n = 0;
await new Promise((resolve) => {
  const id = setInterval(() => {
    if (++n === 1000) {
      clearInterval(id);
      resolve();
    }
  }, 3600000);
});
n;
