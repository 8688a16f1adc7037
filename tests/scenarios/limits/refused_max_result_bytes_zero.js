// A limit that is out of range is refused by name.
// expect-error: Config RUN_CONFIG "limits.maxResultBytes must be a positive integer."
// limit: maxResultBytes=0
1;
