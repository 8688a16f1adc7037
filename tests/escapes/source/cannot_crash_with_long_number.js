// A number of very many digits is fine.
// generated: yes
// must-end: completed Infinity
// repeat: 5
return '1'.repeat(250000) + ';';
