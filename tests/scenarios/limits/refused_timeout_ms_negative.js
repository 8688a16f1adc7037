// A limit that is out of range is refused by name.
// expect-error: Config RUN_CONFIG "limits.timeoutMs must be a positive integer."
// limit: timeoutMs=-1
1;
