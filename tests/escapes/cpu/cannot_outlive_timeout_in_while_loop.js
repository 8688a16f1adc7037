// Cannot outlive the time limit in a plain loop.
// must-end: Timeout
for (;;) {}
