// An agent tries again after failures.
// expect: completed {"attempts": 3, "value": "ok"}
let attempts = 0;
const flaky = async () => {
  attempts++;
  if (attempts < 3) await t.fail('Error', 'busy', 'E_BUSY');
  return t.echo('ok');
};
let value;
for (;;) {
  try {
    value = await flaky();
    break;
  } catch (e) {
    if (e.code !== 'E_BUSY') throw e;
    await new Promise((resolve) => setTimeout(resolve, 2 ** attempts));
  }
}
({ attempts, value });
