// A static block runs within the script's time.
// must-end: Timeout
class A {
  static {
    for (;;) {}
  }
}
