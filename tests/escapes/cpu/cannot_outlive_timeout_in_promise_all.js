// Cannot outlive the limits with millions of promises.
// must-end: Timeout | OutOfMemory
const all = [];
for (let i = 0; i < 5e6; i++) all.push(Promise.resolve(i));
await Promise.all(all);
