// Cannot outlive the limits spreading a giant string.
// must-end: Timeout | OutOfMemory | Uncaught
[...'.'.repeat(1e9)];
