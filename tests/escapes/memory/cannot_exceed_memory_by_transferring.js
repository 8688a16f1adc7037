// Transferring moves the bytes: a buffer of most of the memory fits, there and back.
// must-end: completed true
let buffer = new ArrayBuffer(24 << 20);
new Uint8Array(buffer)[5] = 5;
for (let i = 0; i < 50; i++) buffer = structuredClone(buffer, { transfer: [buffer] });
new Uint8Array(buffer)[5] === 5;
