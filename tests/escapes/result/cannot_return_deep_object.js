// A result nested too deep is an error.
// limit: timeoutMs=20000
// must-end: NotSerializable | TooLarge | Uncaught RangeError
let o = {};
for (let i = 0; i < 1e5; i++) o = { o };
return o;
