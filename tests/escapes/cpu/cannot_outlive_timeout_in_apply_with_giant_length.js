// Cannot outlive the limits in apply with a giant argument list.
// must-end: Timeout | OutOfMemory | Uncaught
String.fromCharCode.apply(null, { length: 2 ** 32 - 1 });
