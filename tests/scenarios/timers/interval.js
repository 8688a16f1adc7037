// An interval rings until it is cleared.
// expect: completed [10, 20, 30]
// virtual-clock: 0
const times = [];
await new Promise((resolve) => {
  const id = setInterval(() => {
    times.push(Date.now());
    if (times.length === 3) {
      clearInterval(id);
      resolve();
    }
  }, 10);
});
times;
