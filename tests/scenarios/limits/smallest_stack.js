// A stack of one byte still runs the simplest script, or says that it cannot.
// expect: completed 1
// limit: maxStackSizeBytes=65536
1;
