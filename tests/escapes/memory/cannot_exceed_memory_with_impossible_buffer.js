// Cannot have a buffer of a terabyte.
// must-end: OutOfMemory | completed "RangeError"
let name = 'none';
try {
  new ArrayBuffer(2 ** 40);
} catch (e) {
  name = e.name;
}
name;
