// A hashbang ends where its line ends.
// generated: yes
// must-end: completed 2 | Syntax
return '#! 1\u20282;';
