// Braces at the start of a statement are a block with a label.
// expect: completed 1
{ a: 1 }
