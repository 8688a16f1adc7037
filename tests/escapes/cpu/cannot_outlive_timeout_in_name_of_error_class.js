// The name getter on a class of errors runs within the script's time.
// must-end: Timeout | Uncaught
class Odd extends Error {
  get name() {
    for (;;) {}
  }
}
throw new Odd('x');
