// A limit that is out of range is refused by name.
// expect-error: Config RUN_CONFIG "limits.fuel must be a positive integer."
// limit: fuel=0
1;
