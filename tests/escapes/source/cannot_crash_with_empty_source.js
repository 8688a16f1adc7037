// An empty source gives undefined.
// generated: yes
// must-end: completed undefined
return '';
