// A giant buffer is too large.
// limit: timeoutMs=20000
// must-end: TooLarge
return new Uint8Array(5e6);
