// An agent works through a queue with a few workers.
// expect: completed [0, 1, 4, 9, 16, 25]
const queue = [0, 1, 2, 3, 4, 5];
const out = [];
const work = async () => {
  for (let n = queue.shift(); n !== undefined; n = queue.shift()) {
    out[n] = (await t.later(3, n)) ** 2;
  }
};
await Promise.all([work(), work(), work()]);
out;
