// As many assertions as fit.
// must-end: TypeScript | Syntax | OutOfMemory
// generated: yes
// repeat: 5
return 'x as any' + '!'.repeat(200000);
