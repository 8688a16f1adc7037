// Cannot go on in a finally block after the end of its memory.
// must-end: OutOfMemory
const k = [];
const take = () => {
  try {
    for (;;) k.push(new Uint8Array(100000).fill(1));
  } finally {
    return 'still here';
  }
};
for (;;) take();
