// Default parameters run within the script's time.
// must-end: Timeout
((x = (() => { for (;;) {} })()) => x)();
