// JSON and toJSON play no part in what leaves.
// must-end: completed {"a": 1, "toJSON": undefined}
JSON.stringify = () => '"forged"';
Object.prototype.toJSON = () => 'forged';
const value = await t.echo({ a: 1, toJSON: undefined });
delete Object.prototype.toJSON;
return value;
