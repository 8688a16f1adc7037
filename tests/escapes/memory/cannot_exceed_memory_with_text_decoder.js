// A text that does not fit ends the run; nothing catches that.
// must-end: OutOfMemory
const bytes = new Uint8Array(12 << 20).fill(0x80);
try {
  new TextDecoder().decode(bytes);
} catch {}
'caught';
