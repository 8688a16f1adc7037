// Parts can be set; what is not valid changes nothing.
// expect: completed ["ws://new.example:8080/p%20q?a=b#c", "ws://new.example:8080/p%20q?a=b#c"]
const url = new URL('http://old.example/');
url.protocol = 'ws';
url.host = 'new.example:8080';
url.pathname = 'p q';
url.search = 'a=b';
url.hash = 'c';
const { href } = url;
url.port = 'none';
url.protocol = 'mailto';
url.host = 'a b';
[href, url.href];
