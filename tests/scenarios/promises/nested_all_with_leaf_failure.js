// A deep nesting of Promise.all whose leaf fails.
// expect: completed "E_BOOM"
let p = t.boom();
for (let i = 0; i < 1000; i++) p = Promise.all([p, i]);
try {
  await p;
} catch (e) {
  return e.code;
}
