// Encoded surrogates are refused or replaced.
// generated: yes
// must-end: Syntax | completed | Uncaught
return new Uint8Array([0x22, 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80, 0x22]);
