// The second argument is a base, a string or a URL.
// expect: completed ["https://h.example/a/c?d", "https://h.example/x", "https://other.example/"]
const base = new URL('https://h.example/a/b?q');
[new URL('c?d', base).href, new URL('/x', 'https://h.example/a').href, new URL('//other.example', base).href];
