// An error within a template of several lines.
// expect-error: Uncaught RUN_UNCAUGHT TypeError at 5:7
const o = null;
const s = `a
b ${o.x} c`;
