// performance is on the run's clock.
// virtual-clock: 1000
// expect: completed [0, 1000, 0, 25, 1025, 25]
const start = performance.now();
for (let i = 0; i < 100000; i++);
const stamp = new Event('x').timeStamp;
await new Promise((resolve) => setTimeout(resolve, 25));
[start, performance.timeOrigin, stamp, performance.now(), Date.now(), new Event('x').timeStamp];
