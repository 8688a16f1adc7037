// Cannot outlive the time limit by overflowing the stack again and again.
// must-end: Timeout
const f = () => {
  try {
    f();
  } catch {
    f();
  }
};
f();
