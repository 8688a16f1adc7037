// URL.parse gives null, URL.canParse false, for what is no URL.
// expect: completed [null, "http://h/x", false, true, true, null]
[URL.parse('x'), URL.parse('x', 'http://h').href, URL.canParse('x'), URL.canParse('x', 'http://h'), URL.canParse('a:b'),
  URL.parse('http://[::zz]/')];
