// Columns count UTF-16 units of the given text, behind types that are not ASCII.
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at 3:41
let é: '日本😀' | "é" = '日本😀'; throw new Error('here');
