// Registered symbols and caches do not tell one run of another.
// must-end: completed "first"
const key = Symbol.for('a mark that a run leaves');
const was = globalThis[key] ?? Object.prototype[key] ?? Symbol.prototype[key];
globalThis[key] = Object.prototype[key] = Symbol.prototype[key] = 'seen';
delete Object.prototype[key];
return was ?? 'first';
