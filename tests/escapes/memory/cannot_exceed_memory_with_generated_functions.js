// Cannot hold more memory than the limit in generated code.
// must-end: OutOfMemory | Timeout | completed
// limit: timeoutMs=2000
const k = [];
let name = 'none';
try {
  for (let i = 0; ; i++) k.push(new Function(`return ${i} + ${'1 +'.repeat(100)} 1`));
} catch (e) {
  name = e.name;
}
name;
