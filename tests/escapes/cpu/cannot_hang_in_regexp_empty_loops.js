// Loops over empty matches end.
// must-end: completed [null, null, null, null]
[/(?:)*?b/.exec('a'), /(?:a*?)*?b/.exec('aaaa'), /(|)*?c/.exec('ab'), /(?:(?=a)|)*?b/.exec('aaa')];
