// Compiling a giant switch is within the script's limits.
// must-end: Timeout | OutOfMemory | completed
let name = 'none';
try {
  let s = 'switch (x) {';
  for (let i = 0; i < 60000; i++) s += `case ${i}: y = ${i}; break;`;
  for (;;) new Function('x', 'y', s + '}')(59999);
} catch (e) {
  name = e.name;
}
name;
