// The traps of a proxy on the console run within the script's time.
// must-end: Timeout | completed
const loop = () => {
  for (;;) {}
};
console.log(new Proxy({}, { get: loop, has: loop, ownKeys: loop, getPrototypeOf: loop, getOwnPropertyDescriptor: loop }));
'done';
