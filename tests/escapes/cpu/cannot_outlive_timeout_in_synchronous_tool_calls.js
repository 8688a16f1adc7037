// Cannot outlive the limits calling a synchronous tool in a loop.
// must-end: Timeout | HostCallLimit
// limit: maxHostCalls=2147483647
for (;;) t.sync.echo(1);
