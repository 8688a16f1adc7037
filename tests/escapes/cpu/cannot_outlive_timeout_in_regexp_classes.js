// Cannot outlive the limits by compiling giant character classes.
// must-end: Timeout | OutOfMemory | completed
let name = 'none';
try {
  let ranges = '';
  for (let i = 0; i < 60000; i += 2) ranges += '\\u' + i.toString(16).padStart(4, '0');
  for (;;) new RegExp(`[^${ranges}]`, 'iu').test('x');
} catch (e) {
  name = e.name;
}
name;
