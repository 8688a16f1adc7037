// Random bytes are refused.
// generated: yes
// must-end: Syntax | completed | Uncaught
return crypto.getRandomValues(new Uint8Array(5000));
