// The same for bytes of a text.
// must-end: OutOfMemory
const text = '€'.repeat(7 << 20);
try {
  new TextEncoder().encode(text);
} catch {}
'caught';
