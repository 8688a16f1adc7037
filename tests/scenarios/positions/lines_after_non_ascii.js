// Lines after ones that are not ASCII.
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at @
const s = 'é中😀';
// 日本語のコメント
  throw new Error('here');
