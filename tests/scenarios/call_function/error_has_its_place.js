// call-function: yes
// expect-error: Uncaught RUN_UNCAUGHT RangeError "no" at 5:13
// stack-has: script.js:5:13
async () => {
  throw new RangeError('no');
};
