// The separators of Unicode end a line, and are allowed in strings.
// generated: yes
// must-end: completed 2
return 'const s = "a\u2028b"; // comment\u2029s.length === 3 ? 2 : 1;';
