// Cannot outlive the time limit in a loop while a tool hangs.
// must-end: Timeout
t.hang();
for (;;) await 0;
