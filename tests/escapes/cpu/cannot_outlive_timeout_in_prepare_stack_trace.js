// A hook for stacks has no time of its own.
// must-end: Timeout | Uncaught
Error.prepareStackTrace = () => {
  for (;;) {}
};
throw new Error('x');
