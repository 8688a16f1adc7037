// A string of a quarter of a megabyte is fine.
// generated: yes
// must-end: completed 250000
// repeat: 5
return '"' + 'x'.repeat(250000) + '".length;';
