// What one run wrote is not in the buffers of the next.
// limit: timeoutMs=20000
// must-end: completed "clean"
const mark = 0x5ec2e7;
const found = [];
for (let i = 0; i < 50; i++) found.push(new Uint32Array(20000));
const dirty = found.some((a) => a.includes(mark));
for (const a of found) a.fill(mark);
return dirty ? 'found the mark' : 'clean';
