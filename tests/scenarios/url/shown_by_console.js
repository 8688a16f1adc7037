// The console shows the parts of a URL, and the pairs of URLSearchParams.
// expect: completed undefined
// log: log "URL {\n  href: 'http://h/?a=1',\n  origin: 'http://h',\n  protocol: 'http:',\n  username: '',\n  password: '',\n  host: 'h',\n  hostname: 'h',\n  port: '',\n  pathname: '/',\n  search: '?a=1',\n  searchParams: URLSearchParams { 'a' => '1' },\n  hash: ''\n} URLSearchParams {}"
// log: log "http://h/ {\"url\":\"http://h/\"}"
console.log(new URL('http://h?a=1'), new URLSearchParams());
const url = new URL('http://h');
console.log(`${url}`, JSON.stringify({ url }));
