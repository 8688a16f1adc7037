// A source of exactly the limit runs.
// generated: yes
// must-end: completed 1
// repeat: 5
return '1;' + ' '.repeat(256 * 1024 - 2);
