// Cannot outlive the time limit by giving way at every step.
// must-end: Timeout
for (;;) await 0;
