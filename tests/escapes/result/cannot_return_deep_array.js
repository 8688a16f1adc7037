// An array nested too deep is an error.
// limit: timeoutMs=20000
// must-end: NotSerializable | TooLarge | Uncaught RangeError | OutOfMemory
let a = [];
for (let i = 0; i < 1e6; i++) a = [a];
return a;
