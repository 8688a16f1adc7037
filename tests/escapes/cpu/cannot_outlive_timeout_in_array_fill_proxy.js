// Cannot outlive the time limit filling a proxy that takes everything.
// must-end: Timeout
[].fill.call(new Proxy({ length: 2 ** 53 - 1 }, { set: () => true }), 1);
