// Cannot outlive the limits in String.raw of what claims to be long.
// must-end: Timeout | OutOfMemory
String.raw({ raw: { length: 2 ** 53 - 1, 0: 'x' } });
