// One buffer in very many views leaves once.
// limit: timeoutMs=20000
// must-end: completed | TooLarge
// repeat: 5
const b = new ArrayBuffer(1000);
return Array.from({ length: 5000 }, (_, i) => new Uint8Array(b, i % 100, 10));
