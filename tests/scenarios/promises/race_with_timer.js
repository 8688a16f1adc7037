// A time limit of the script's own over a call that answers in time.
// expect: completed "fast"
const timeout = new Promise((resolve, reject) => setTimeout(() => reject(new Error('too slow')), 1000));
await Promise.race([t.later(5, 'fast'), timeout]);
