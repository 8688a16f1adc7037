// A line comment at the end of the source.
// expect: completed 1
1 // the end
