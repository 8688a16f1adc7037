// The console works without the script's prototypes, or not at all.
// must-end: completed "done" | Uncaught
String.prototype.toString = () => { throw 1; };
Array.prototype.join = () => { throw 2; };
Array.prototype.map = () => { throw 3; };
Object.prototype.toString = () => { throw 4; };
Object.keys = () => { throw 5; };
Map.prototype.forEach = () => { throw 6; };
console.log({ a: [1, 2, new Map([[1, 2]])] }, 'x', 1n, null, undefined, Symbol('s'));
'done';
