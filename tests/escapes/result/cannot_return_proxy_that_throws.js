// What a proxy's traps throw is the outcome.
// must-end: Uncaught | NotSerializable
return new Proxy({}, { ownKeys() { throw new Error('no'); } });
