// Cannot outlive the limits printing a giant sparse array.
// must-end: Timeout | OutOfMemory | Uncaught
new Array(1e9) + '';
