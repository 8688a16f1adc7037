// Cannot outlive the limits flattening an array that holds itself twice.
// must-end: Timeout | OutOfMemory | completed
const a = [];
a.push(a, a);
let name = 'none';
try {
  a.flat(1000);
} catch (e) {
  name = e.name;
}
name;
