// The largest values are accepted.
// expect: completed 1
// limit: timeoutMs=2147483647 cpuTimeoutMs=2147483647 fuel=2147483647 memoryLimitBytes=2147483647 maxStackSizeBytes=2147483647
// limit: maxSourceBytes=2147483647 maxResultBytes=2147483647 maxConsoleOutputBytes=2147483647
// limit: maxHostFunctionArgumentsBytes=2147483647 maxHostFunctionOutputBytes=2147483647 maxHostCalls=2147483647 maxInFlightHostCalls=2147483647
1;
