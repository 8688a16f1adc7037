// Cannot wait asynchronously for what nobody notifies.
// must-end: Timeout | Stalled | completed
let result;
try {
  result = await Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(8)), 0, 0).value;
} catch (e) {
  result = e.name;
}
result;
