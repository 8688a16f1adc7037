// A name of a quarter of a megabyte is fine.
// generated: yes
// must-end: completed 1
// repeat: 5
const name = 'a'.repeat(120000);
return `const ${name} = 1; ${name};`;
