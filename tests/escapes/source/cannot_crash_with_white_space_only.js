// A source of white space gives undefined.
// generated: yes
// must-end: completed undefined
return ' \n\t\r\n '.repeat(10000);
