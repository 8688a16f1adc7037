// Cannot outlive the limits with a reviver that always adds.
// must-end: Timeout | OutOfMemory | completed
let name = 'none';
try {
  JSON.parse('[0,0]', function (k, v) {
    return (this[1] = [0, 0]);
  });
} catch (e) {
  name = e.name;
}
name;
