// A result of nearly a megabyte.
// expect: completed 1000000
const s = 'x'.repeat(1000000);
const back = s.length;
back;
