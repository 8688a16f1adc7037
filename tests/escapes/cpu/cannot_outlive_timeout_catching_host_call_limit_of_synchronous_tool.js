// Cannot go on calling a synchronous tool after the last call it had.
// must-end: HostCallLimit
for (;;) {
  try {
    t.sync.echo(1);
  } catch {
  }
}
