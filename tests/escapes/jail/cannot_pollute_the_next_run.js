// What is left on globals and prototypes is gone in the next run.
// must-end: completed 1
({}).__proto__.polluted = 1;
[].constructor.prototype.x = 1;
Function.prototype.y = 1;
globalThis.z = 1;
Math.random = () => 4;
JSON.parse = null;
Object.defineProperty(Array.prototype, '0', { value: 'zero', configurable: true });
Error.prototype.name = 'Forged';
String.prototype[Symbol.iterator] = null;
delete globalThis.Map;
Object.freeze(Promise.prototype);
Object.setPrototypeOf(globalThis, null);
Symbol.prototype.description2 = 1;
RegExp.prototype.exec = () => null;
setTimeout(() => {}, 1e9);
1;
