// The global object is no value.
// must-end: NotSerializable | completed
return globalThis;
