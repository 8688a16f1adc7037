// Lines after a string that is continued.
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at 5:11
const s = 'a\
b';
throw new Error('here');
