// Cannot outlive the limits in a pattern whose code doubles per level.
// must-end: Timeout | OutOfMemory | completed
let pattern = 'a';
for (let i = 0; i < 24; i++) pattern = `(:?(?:${pattern}|)+|)+`;
try {
  new RegExp(pattern).test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaab');
} catch (e) {
  e.name;
}
