// A body that closes the function around it reaches the sandbox's globals at most.
// must-end: completed "undefined"
const attempt = (...args) => {
  try {
    return new Function(...args)();
  } catch {
    return undefined;
  }
};
attempt('}); globalThis.found = typeof process + typeof require; (() => {');
attempt('/*', '*/) { globalThis.found = typeof process; ');
attempt('a', '} , function () {');
typeof globalThis.found === 'undefined' || globalThis.found === 'undefinedundefined' ? 'undefined' : globalThis.found;
