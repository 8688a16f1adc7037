// Every level is recorded.
// log: log "a"
// log: info "b"
// log: warn "c"
// log: error "d"
// log: debug "e"
// expect: completed undefined
console.log('a');
console.info('b');
console.warn('c');
console.error('d');
console.debug('e');
void 0;
