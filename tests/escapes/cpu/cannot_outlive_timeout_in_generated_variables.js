// Compiling code with many variables is within the script's limits.
// must-end: Timeout | OutOfMemory | completed
let name = 'none';
try {
  let s = '';
  for (let i = 0; i < 60000; i++) s += `let v${i} = ${i};`;
  for (;;) new Function(s)();
} catch (e) {
  name = e.name;
}
name;
