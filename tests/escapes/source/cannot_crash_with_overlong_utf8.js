// An overlong quote is no quote.
// generated: yes
// must-end: Syntax | completed | Uncaught
return new Uint8Array([0x22, 0x61, 0xc0, 0xa2, 0x3b, 0x62, 0x22]);
