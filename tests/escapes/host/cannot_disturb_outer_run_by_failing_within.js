// A run within a tool that fails badly leaves the outer one alone.
// limit: timeoutMs=10000
// repeat: 3
// must-end: completed ["OutOfMemory", "RangeError", "Syntax", "fine", 499500]
const kinds = [];
for (const code of ['const k = []; for (;;) k.push(new Uint8Array(1e6).fill(1));', 'const f = () => f(); f();', 'let let;']) {
  try {
    kinds.push(t.sync.nested(code));
  } catch (e) {
    kinds.push(e.name === 'Uncaught' ? 'RangeError' : e.name);
  }
}
let sum = 0;
for (let i = 0; i < 1000; i++) sum += i;
[...kinds, await t.echo('fine'), sum];
