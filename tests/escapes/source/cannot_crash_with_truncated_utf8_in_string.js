// A character cut off by the end of the source is refused.
// generated: yes
// must-end: Syntax | completed | Uncaught
return new Uint8Array([0x22, 0xe4, 0xb8]);
