// A giant BigInt is too large.
// limit: timeoutMs=20000
// must-end: TooLarge | Uncaught RangeError
return 1n << 16000000n;
