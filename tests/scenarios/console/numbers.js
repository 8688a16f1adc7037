// Numbers.
// log: log "1.5 -0 NaN Infinity 10n"
// expect: completed undefined
console.log(1.5, -0, NaN, Infinity, 10n);
void 0;
