// A limit that is out of range is refused by name.
// expect-error: Config RUN_CONFIG "limits.maxInFlightHostCalls must be a positive integer."
// limit: maxInFlightHostCalls=0
1;
