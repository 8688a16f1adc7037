// No bytecode can be loaded.
// must-end: completed []
['bjson', 'JSValue', 'readObject', 'evalBinary', 'loadBytecode'].filter((x) => x in globalThis);
