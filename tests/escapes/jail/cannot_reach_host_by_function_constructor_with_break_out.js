// A body that closes the wrapper of the Function constructor is refused.
// must-end: completed ["refused", "refused", "refused"]
const attempt = (...args) => {
  try {
    return typeof new Function(...args);
  } catch {
    return 'refused';
  }
};
[attempt('}); globalThis.x = 1; (() => {'), attempt('/*', '*/) {'), attempt('a', '} , function () {')];
