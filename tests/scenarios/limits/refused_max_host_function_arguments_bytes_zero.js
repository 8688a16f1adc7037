// A limit that is out of range is refused by name.
// expect-error: Config RUN_CONFIG "limits.maxHostFunctionArgumentsBytes must be a positive integer."
// limit: maxHostFunctionArgumentsBytes=0
1;
