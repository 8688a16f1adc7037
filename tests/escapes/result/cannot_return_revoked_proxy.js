// A revoked proxy is an error.
// must-end: NotSerializable | Uncaught TypeError
const { proxy, revoke } = Proxy.revocable({}, {});
revoke();
return proxy;
