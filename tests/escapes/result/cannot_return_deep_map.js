// Maps and sets nested too deep are an error.
// limit: timeoutMs=20000
// must-end: NotSerializable | TooLarge | Uncaught RangeError
let m = new Map();
for (let i = 0; i < 20000; i++) m = i % 2 ? new Map([[m, i]]) : new Set([m]);
return m;
