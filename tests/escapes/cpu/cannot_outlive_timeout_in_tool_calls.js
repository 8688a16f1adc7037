// Cannot outlive the limits calling a tool in a loop.
// must-end: Timeout | HostCallLimit
// limit: maxHostCalls=2147483647
for (;;) await t.echo(1);
