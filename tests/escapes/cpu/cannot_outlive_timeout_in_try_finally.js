// Cannot go on in a finally block after its time is over.
// must-end: Timeout
const spin = () => {
  try {
    for (;;) {}
  } finally {
    spin();
  }
};
spin();
