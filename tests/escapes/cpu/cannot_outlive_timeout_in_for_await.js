// Cannot outlive the time limit in an endless asynchronous iteration.
// must-end: Timeout
async function* endless() {
  for (;;) yield 1;
}
let n = 0;
for await (const x of endless()) n += x;
