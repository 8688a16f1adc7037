// Strings are printed as they are.
// log: log "say \"hi\""
// log: log "two\nlines"
// expect: completed undefined
console.log('say "hi"');
console.log('two\nlines');
void 0;
