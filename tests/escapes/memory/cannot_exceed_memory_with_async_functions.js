// Cannot hold more memory than the limit in suspended async functions.
// must-end: OutOfMemory | Timeout
// limit: timeoutMs=2000
const never = new Promise(() => {});
const wait = async () => {
  await never;
};
for (;;) wait();
