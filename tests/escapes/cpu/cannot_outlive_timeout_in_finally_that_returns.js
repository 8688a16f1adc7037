// A finally block that returns cannot override the end of its time.
// must-end: Timeout
const spin = () => {
  try {
    for (;;) {}
  } finally {
    return 'still here';
  }
};
for (;;) spin();
