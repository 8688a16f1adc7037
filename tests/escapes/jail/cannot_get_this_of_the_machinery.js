// `this` at the top is the global object or undefined, nothing else.
// must-end: completed true
this === undefined || this === globalThis;
