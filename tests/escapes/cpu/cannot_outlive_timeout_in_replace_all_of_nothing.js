// Cannot outlive the limits inserting between all characters, again and again.
// must-end: Timeout | OutOfMemory | completed
let s = 'xy';
let name = 'none';
try {
  for (;;) s = s.replaceAll('', 'abc');
} catch (e) {
  name = e.name;
}
name;
