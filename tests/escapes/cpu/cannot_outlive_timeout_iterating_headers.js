// An iteration that goes over a long list again and again.
// fetch: yes
// must-end: Timeout | OutOfMemory
const headers = new Headers();
for (let i = 0; i < 20000; i++) headers.append("a" + i, "1");
for (;;) for (const pair of headers) pair;
