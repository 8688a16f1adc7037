// Promise.race where both settle before the end.
// expect: completed "fast"
const slow = t.later(30, 'slow');
const first = await Promise.race([slow, t.echo('fast')]);
await slow;
first;
