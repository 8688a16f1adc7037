// Cannot outlive the limits with a replacer that always finds more.
// must-end: Timeout | OutOfMemory | completed
let name = 'none';
try {
  JSON.stringify(1, () => [1, 2]);
} catch (e) {
  name = e.name;
}
name;
