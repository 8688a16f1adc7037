// A limit that is out of range is refused by name.
// expect-error: Config RUN_CONFIG "limits.cpuTimeoutMs must be a positive integer."
// limit: cpuTimeoutMs=0
1;
