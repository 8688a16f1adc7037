// Lines are in order with calls between.
// log: log "before"
// log: log "after"
// expect: completed undefined
console.log('before');
await t.echo(1);
console.log('after');
void 0;
