// A limit that is out of range is refused by name.
// expect-error: Config RUN_CONFIG "limits.maxHostFunctionOutputBytes must be a positive integer."
// limit: maxHostFunctionOutputBytes=0
1;
