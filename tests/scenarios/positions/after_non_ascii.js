// Columns count UTF-16 code units.
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at 3:29
const s = 'é中😀'; throw new Error('here');
