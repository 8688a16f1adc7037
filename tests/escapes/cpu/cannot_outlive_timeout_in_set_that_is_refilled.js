// Cannot outlive the time limit walking a set that is refilled.
// must-end: Timeout
const s = new Set([1]);
for (const x of s) {
  s.delete(x);
  s.add(x);
}
