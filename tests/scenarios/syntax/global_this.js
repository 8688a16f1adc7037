// globalThis is the global object.
// expect: completed [true, 5]
globalThis.five = 5;
[globalThis === globalThis.globalThis, five];
