// Lines before an error are kept.
// log: log "before"
// expect-error: Uncaught RUN_UNCAUGHT Error "x"
console.log('before');
throw new Error('x');
