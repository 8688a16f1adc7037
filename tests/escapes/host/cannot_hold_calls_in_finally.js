// A finally block may make calls, but not without end.
// must-end: HostCallLimit
for (;;) {
  try {
    throw 1;
  } catch {
  } finally {
    await t.echo(1);
    continue;
  }
}
