// Lines after ones that are not ASCII.
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at 5:13
const s = 'é中😀';
// 日本語のコメント
  throw new Error('here');
