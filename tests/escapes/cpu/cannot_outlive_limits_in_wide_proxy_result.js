// A proxy in the result that has a million keys ends in an error.
// must-end: Timeout | OutOfMemory | TooLarge | NotSerializable
return new Proxy({}, {
  ownKeys: () => Array.from({ length: 1000000 }, (_, i) => 'k' + i),
  getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }),
  get: () => 1,
});
