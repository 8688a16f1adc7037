// Bad escapes are syntax errors.
// generated: yes
// must-end: Syntax
return '"\\u{110000}";';
