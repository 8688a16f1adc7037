// Cannot outlive the limits by a splitter of its own.
// must-end: Timeout | OutOfMemory
class Endless extends RegExp {
  exec() {
    this.lastIndex = 0;
    return null;
  }
}
for (;;) 'abc'.repeat(1e6).split(new Endless('x', 'y'));
