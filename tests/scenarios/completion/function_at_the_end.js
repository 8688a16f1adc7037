// A function as the last value is not called: it cannot leave.
// expect-error: NotSerializable RUN_NOT_SERIALIZABLE "function"
async () => 42;
