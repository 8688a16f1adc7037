// The limit counts bytes.
// generated: yes
// must-end: TooLarge
// repeat: 5
return '1;//' + '\u4e2d'.repeat(100000);
