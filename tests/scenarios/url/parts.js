// A URL has its parts, normalized.
// expect: completed ["http://u:p@xn--bcher-kva.example:81/c?q=%C3%BC#f", "http://xn--bcher-kva.example:81", "http:",
//   "u", "p", "xn--bcher-kva.example:81", "xn--bcher-kva.example", "81", "/c", "?q=%C3%BC", "#f"]
const url = new URL('HTTP://u:p@Bücher.example:81/a/../c?q=ü#f');
[url.href, url.origin, url.protocol, url.username, url.password, url.host, url.hostname, url.port, url.pathname, url.search, url.hash];
