// A pattern that doubles per level cannot blow up before the script starts.
// generated: yes
// must-end: Timeout | OutOfMemory | completed | Syntax | Uncaught
let pattern = 'a';
for (let i = 0; i < 20; i++) pattern = `(:?(?:${pattern}|)+|)+`;
return `/${pattern}/.test('aaaaaaaaaaaaaaaaaaaaaaaaaaab')`;
