// The traps of a thrown proxy run within the script's time.
// must-end: Timeout | Uncaught
const loop = () => {
  for (;;) {}
};
throw new Proxy(new Error('x'), { get: loop, has: loop, ownKeys: loop, getPrototypeOf: loop, getOwnPropertyDescriptor: loop });
