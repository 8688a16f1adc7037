// What a tool says besides is the error's data: a value, own and writable, with what it shares.
// expect: completed ["E_FULL", {"free": 1}, true, ["code", "data", "message"], false]
const give = (data) => t.fail('Error', 'full', 'E_FULL', data).catch((e) => e);
const shared = { free: 1 };
const e = await give([shared, shared]);
const plain = await t.fail('Error', 'full', 'E_FULL').catch((e) => e);
return [e.code, e.data[0], e.data[0] === e.data[1], Object.keys(e).concat(Object.getOwnPropertyNames(e)).filter((k) => k !== 'stack').filter((k, i, all) => all.indexOf(k) === i).sort(), 'data' in plain];
