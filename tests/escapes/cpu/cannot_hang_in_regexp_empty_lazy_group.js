// A lazy group that matches nothing cannot hang the matcher.
// must-end: completed null
/()*?a/.exec(',');
