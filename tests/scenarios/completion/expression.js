// The value of the last expression statement is the result.
// expect: completed 3
1 + 2;
