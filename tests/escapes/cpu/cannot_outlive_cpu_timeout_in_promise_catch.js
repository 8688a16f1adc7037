// Cannot catch the end of its computing time.
// limit: cpuTimeoutMs=100 timeoutMs=5000
// ends-within-ms: 600
// must-end: CpuTimeout
const spin = async () => {
  await 0;
  for (;;) {}
};
for (;;) await spin().catch(() => {});
