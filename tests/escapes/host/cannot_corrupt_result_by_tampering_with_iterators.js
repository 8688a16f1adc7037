// Map and Set are encoded without the script's iterators.
// must-end: completed [Map{"a" => 1}, Set{2}, [3]]
const evil = () => ({ next: () => ({ done: false, value: ['forged', 1] }) });
const m = new Map([['a', 1]]);
const s = new Set([2]);
Map.prototype[Symbol.iterator] = evil;
Map.prototype.entries = evil;
Map.prototype.forEach = evil;
Set.prototype[Symbol.iterator] = evil;
Set.prototype.values = evil;
Array.prototype[Symbol.iterator] = evil;
Array.prototype.map = evil;
Object.getPrototypeOf(m.keys()).next = () => ({ done: false, value: ['forged', 2] });
return t.echo([m, s, [3]]);
