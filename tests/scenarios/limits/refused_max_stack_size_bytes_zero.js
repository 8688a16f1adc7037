// A limit that is out of range is refused by name.
// expect-error: Config RUN_CONFIG "limits.maxStackSizeBytes must be a positive integer."
// limit: maxStackSizeBytes=0
1;
