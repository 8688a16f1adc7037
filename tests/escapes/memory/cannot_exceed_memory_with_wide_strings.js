// Cannot hold more memory than the limit in strings of two bytes a character.
// must-end: OutOfMemory
const k = [];
for (let i = 0; ; i++) k.push('\u4e2d'.repeat(2 ** 18) + i);
