// Field initialisers run within the script's time.
// must-end: Timeout
class A {
  a = (() => {
    for (;;) {}
  })();
}
new A();
