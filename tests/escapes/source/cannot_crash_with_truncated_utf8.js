// A character cut off at the end is refused or replaced.
// generated: yes
// must-end: Syntax | completed | Uncaught
return new Uint8Array([0x31, 0x3b, 0x2f, 0x2f, 0xf0, 0x9f, 0x98]);
