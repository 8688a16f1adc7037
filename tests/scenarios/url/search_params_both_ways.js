// searchParams and the URL follow each other.
// expect: completed ["http://h/?a=1&b=%C3%BC+#z", "q=2", "9", "http://h/", 0, true]
const url = new URL('http://h/?a=1#z');
const params = url.searchParams;
params.append('b', 'ü ');
const first = url.href;
url.search = '?q=2';
const second = params.toString();
url.href = 'http://h/?x=9';
const third = params.get('x');
params.delete('x');
[first, second, third, url.href, params.size, params === url.searchParams];
