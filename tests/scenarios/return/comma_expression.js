// A return of a comma expression.
// expect: completed 2
return 1, 2;
