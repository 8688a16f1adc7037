// An array of holes only is not unfolded.
// must-end: completed [<4294967295 holes>]
return new Array(4294967295);
