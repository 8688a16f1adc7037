// A then of its own sees no more than the script may see.
// must-end: completed "secret" | Stalled | Uncaught
const then = Promise.prototype.then;
const seen = [];
Promise.prototype.then = function (a, b) {
  seen.push(a);
  return then.call(this, a, b);
};
const value = await t.echo('secret');
for (const f of seen) if (typeof f === 'function') f('forged');
return value;
