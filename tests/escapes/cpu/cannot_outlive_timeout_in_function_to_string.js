// Cannot outlive the limits printing functions.
// must-end: Timeout | OutOfMemory
function f() {
  return 'something to print';
}
for (;;) f.toString() + (() => 1);
