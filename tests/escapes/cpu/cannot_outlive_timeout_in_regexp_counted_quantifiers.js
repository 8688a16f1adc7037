// Cannot outlive the limits with nested counted quantifiers.
// must-end: Timeout | OutOfMemory | completed
let result;
try {
  result = /(?:(?:(?:a{1,200}){1,200}){1,200}){1,200}$/.test('a'.repeat(400) + 'b');
} catch (e) {
  result = e.name;
}
result;
