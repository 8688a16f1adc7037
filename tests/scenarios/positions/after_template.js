// Lines after a template of several lines.
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at 8:11
const s = `a
b ${1 +
1} c

d`;
throw new Error('here');
