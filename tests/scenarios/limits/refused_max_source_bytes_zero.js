// A limit that is out of range is refused by name.
// expect-error: Config RUN_CONFIG "limits.maxSourceBytes must be a positive integer."
// limit: maxSourceBytes=0
1;
