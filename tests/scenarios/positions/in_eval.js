// The stack of an error in eval names the call of eval.
// expect-error: Uncaught RUN_UNCAUGHT Error "here"
// stack-has: script.js:5:
const a = 1;
eval("throw new Error('here')");
