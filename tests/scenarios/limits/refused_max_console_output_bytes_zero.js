// A limit that is out of range is refused by name.
// expect-error: Config RUN_CONFIG "limits.maxConsoleOutputBytes must be a positive integer."
// limit: maxConsoleOutputBytes=0
1;
