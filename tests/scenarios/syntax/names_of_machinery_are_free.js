// A script may use any name for its own.
// expect: completed [1, 2, 3, 4, 5]
const result = 1;
const source = 2;
const tools = 3;
const main = 4;
const host = 5;
[result, source, tools, main, host];
