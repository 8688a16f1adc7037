// Cannot turn the end of its time into a rejection that a catch swallows.
// must-end: Timeout
const spin = async () => {
  await 0;
  for (;;) {}
};
for (;;) await spin().catch(() => {});
