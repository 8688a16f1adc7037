// The root itself.
// expect-error: NotSerializable RUN_NOT_SERIALIZABLE "$ is a function"
return () => {};
