// The same for base64.
// must-end: OutOfMemory
const text = 'x'.repeat(15 << 20);
try {
  btoa(text);
} catch {}
'caught';
