// fetch: yes
// must-end: OutOfMemory | Timeout
const headers = new Headers();
for (let i = 0; ; i++) headers.append("a" + i, "x".repeat(1000));
