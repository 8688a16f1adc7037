// A run within a tool has globals of its own.
// must-end: completed ["undefined", "outer"]
globalThis.mark = 'outer';
const inner = t.sync.nested('const was = typeof mark; globalThis.mark = "inner"; Array.prototype.polluted = 1; return was;');
[inner, globalThis.mark + ([].polluted ?? '')];
