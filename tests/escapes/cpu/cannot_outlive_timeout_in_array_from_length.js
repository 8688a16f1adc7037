// Cannot outlive the limits in Array.from of a giant length.
// must-end: Timeout | OutOfMemory | Uncaught
Array.from({ length: 4e9 });
