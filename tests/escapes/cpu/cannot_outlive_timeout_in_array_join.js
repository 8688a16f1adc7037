// Cannot outlive the limits joining a giant sparse array.
// must-end: Timeout | OutOfMemory | Uncaught
new Array(2 ** 32 - 1).join('xxxxxxxxxxxxxxxx');
