// A result of about the limit.
// expect: completed 990
// limit: maxResultBytes=1000
const s = 'x'.repeat(990);
return s.length;
