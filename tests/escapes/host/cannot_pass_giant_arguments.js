// Arguments over their limit are an error of that call.
// limit: timeoutMs=20000 memoryLimitBytes=67108864
// must-end: completed ["caught", "caught", "caught", "still fine"]
const attempt = async (f) => {
  try {
    return await f();
  } catch (e) {
    return e instanceof Error ? 'caught' : 'odd';
  }
};
return [
  await attempt(() => t.echo('x'.repeat(3e6))),
  await attempt(() => t.echo(new Uint8Array(2e6))),
  await attempt(() => t.sync.echo(Array.from({ length: 600000 }, (_, i) => i))),
  await attempt(() => t.echo('still fine')),
];
