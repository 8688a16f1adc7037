// Cannot turn the end of its memory into a rejection.
// must-end: OutOfMemory
const k = [];
const take = async () => {
  for (;;) k.push(new Uint8Array(100000).fill(1));
};
for (;;) await take().catch(() => {});
