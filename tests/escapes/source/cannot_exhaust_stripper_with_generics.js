// Type arguments nested deeper than any stack.
// must-end: TypeScript | Syntax | OutOfMemory
// generated: yes
// repeat: 5
return 'let x: ' + 'A<'.repeat(60000) + '1' + '>'.repeat(60000);
