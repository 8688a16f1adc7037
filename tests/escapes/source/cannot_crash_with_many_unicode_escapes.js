// Escapes of every form are fine.
// generated: yes
// must-end: completed | Syntax
// repeat: 5
return '"' + '\\u0041\\x41\\u{10ffff}\\0'.repeat(9000) + '".length;';
