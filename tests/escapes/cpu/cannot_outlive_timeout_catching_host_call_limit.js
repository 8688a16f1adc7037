// Cannot go on calling after the last call it had.
// must-end: HostCallLimit
for (;;) {
  try {
    await t.echo(1);
  } catch {
  }
}
