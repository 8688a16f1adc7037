// Cannot turn the end of its fuel into a rejection.
// limit: fuel=50 timeoutMs=5000
// ends-within-ms: 1000
// must-end: OutOfFuel
const spin = async () => {
  await 0;
  for (;;) {}
};
for (;;) await spin().catch(() => {});
