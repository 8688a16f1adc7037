// A limit that is out of range is refused by name.
// expect-error: Config RUN_CONFIG "limits.maxHostCalls must be a positive integer."
// limit: maxHostCalls=2147483648
1;
