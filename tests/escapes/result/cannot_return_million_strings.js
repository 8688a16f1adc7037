// A million strings are too large.
// limit: timeoutMs=5000 memoryLimitBytes=268435456
// must-end: TooLarge
// repeat: 3
return Array.from({ length: 1e6 }, (_, i) => 's' + i);
