// Dependent signals do not nest, however they are made, kept or freed.
// must-end: completed [true,20000]
const controller = new AbortController();
const chain = [controller.signal];
let n = 0;
for (let i = 0; i < 20000; i++) {
  chain.push(AbortSignal.any([chain[i]]));
  chain[i + 1].onabort = () => n++;
}
controller.abort();
[chain[20000].aborted, n];
