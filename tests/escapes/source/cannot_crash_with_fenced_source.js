// A fence of Markdown is stripped or refused.
// generated: yes
// must-end: completed 1 | Syntax | Uncaught TypeError
return '```js\n1;\n```';
