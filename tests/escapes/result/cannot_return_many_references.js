// References are small in the message, but the message is bounded.
// limit: timeoutMs=20000
// must-end: completed | TooLarge
// repeat: 5
const o = {};
return new Array(200000).fill(o);
