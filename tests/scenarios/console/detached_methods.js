// The methods work without their object.
// log: log "x"
// log: log "y"
// expect: completed undefined
const { log } = console;
log('x');
['y'].forEach((s) => log(s));
void 0;
