// Cannot put the thread to sleep in Atomics.wait for a while.
// must-end: Timeout | completed
let result;
try {
  result = Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0, 60000);
} catch (e) {
  result = e.name;
}
result;
