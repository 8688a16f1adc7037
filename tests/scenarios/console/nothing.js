// A line of nothing.
// log: log ""
// expect: completed undefined
console.log();
void 0;
