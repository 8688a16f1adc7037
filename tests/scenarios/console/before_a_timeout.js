// Lines before a timeout are kept.
// limit: timeoutMs=150
// log: log "before"
// expect-error: Timeout
console.log('before');
for (;;);
