// A limit that is out of range is refused by name.
// expect-error: Config RUN_CONFIG "limits.memoryLimitBytes must be a positive integer."
// limit: memoryLimitBytes=0
1;
