// Cannot outlive the limits in a long chain of bound functions.
// must-end: Timeout | OutOfMemory | completed
let f = () => 1;
for (let i = 0; i < 20000; i++) f = f.bind(null);
let name = 'none';
try {
  for (;;) f();
} catch (e) {
  name = e.name;
}
name;
