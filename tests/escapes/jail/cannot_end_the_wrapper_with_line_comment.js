// A last line that is a comment swallows nothing.
// must-end: completed 1
1; // the end
