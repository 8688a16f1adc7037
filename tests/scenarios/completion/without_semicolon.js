// A last line needs no semicolon.
// expect: completed "x"
'x'
