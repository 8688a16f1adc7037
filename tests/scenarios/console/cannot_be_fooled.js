// The console prints what the script overwrote in its prototypes no differently.
// log: log "a 1"
// expect: completed undefined
Array.prototype.join = () => 'forged';
String.prototype.toString = () => 'forged';
console.log('a', 1);
void 0;
