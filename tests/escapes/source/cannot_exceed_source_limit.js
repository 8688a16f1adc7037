// A source one byte too long is refused before it is looked at.
// generated: yes
// must-end: TooLarge
// repeat: 5
return '1;' + ' '.repeat(256 * 1024 - 1);
