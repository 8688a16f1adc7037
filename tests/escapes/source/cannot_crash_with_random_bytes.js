// Random bytes are refused.
// generated: yes
// must-end: Syntax | completed | Uncaught
return Uint8Array.from({ length: 5000 }, () => Math.random() * 256);
