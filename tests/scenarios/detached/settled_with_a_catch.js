// A failing call with a catch of its own, done before the end.
// expect: completed "E_BOOM"
let code;
const p = t.boom().catch((e) => (code = e.code));
await p;
code;
