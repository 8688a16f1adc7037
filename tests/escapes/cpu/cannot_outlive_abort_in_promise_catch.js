// Cannot catch an abort.
// limit: timeoutMs=5000
// cancel-after-ms: 50
// must-end: Aborted
const spin = async () => {
  await 0;
  for (;;) {}
};
for (;;) await spin().catch(() => {});
