// Very many sparse arrays are not unfolded.
// must-end: completed | TooLarge
return Array.from({ length: 1000 }, () => new Array(4294967295));
