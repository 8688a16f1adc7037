// A million keys are too large.
// limit: timeoutMs=5000 memoryLimitBytes=268435456
// must-end: TooLarge
// repeat: 3
const o = {};
for (let i = 0; i < 1e6; i++) o['k' + i] = i;
return o;
