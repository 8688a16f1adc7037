// A fence of Markdown is stripped or refused.
// generated: yes
// must-end: completed 1 | Syntax
return '```js\n1;\n```';
