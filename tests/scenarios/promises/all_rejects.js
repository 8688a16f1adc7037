// A failure in Promise.all can be caught, with the call that was still running.
// expect: completed "E_BOOM"
// calls: t.later t.boom=failed
const slow = t.later(20, 1);
let code;
try {
  await Promise.all([slow, t.boom()]);
} catch (e) {
  code = e.code;
}
await slow;
code;
