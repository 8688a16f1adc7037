// Cannot outlive the limits sorting something that claims a giant length.
// must-end: Timeout | OutOfMemory | completed
let name = 'none';
try {
  Array.prototype.sort.call({ length: 2 ** 53 - 1, 0: 1 });
} catch (e) {
  name = e.name;
}
name;
