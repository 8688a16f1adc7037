// A proxy in the result that always has another level ends in an error.
// must-end: Timeout | OutOfMemory | TooLarge | NotSerializable
const more = () => new Proxy({ a: 1 }, { get: (o, k) => (k === 'a' ? more() : o[k]) });
return more();
