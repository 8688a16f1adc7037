// Cannot outlive the time limit printing.
// must-end: Timeout
for (;;) console.log('x');
