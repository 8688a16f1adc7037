// Garbage of URLs that refer to themselves is collected before the limit is hit.
// must-end: completed 2000
let n = 0;
for (let i = 0; i < 2000; i++) {
  const url = new URL('http://h/?' + 'x'.repeat(50000));
  url.searchParams.self = url;
  n++;
}
n;
