// Cannot outlive the limits with indented JSON.
// must-end: Timeout | OutOfMemory | completed
let d = [];
for (let i = 0; i < 800; i++) d = [d];
let name = 'none';
try {
  for (;;) JSON.stringify(d, null, 10);
} catch (e) {
  name = e.name;
}
name;
