// Arguments are joined by spaces.
// log: log "a b 1 true null undefined"
// expect: completed undefined
console.log('a', 'b', 1, true, null, undefined);
void 0;
