// All white space of Unicode separates words.
// generated: yes
// must-end: completed 1
return 'let\u00a0a\u1680=\u2000\u20011\u3000;\ufeffa\u205f;\u202f';
