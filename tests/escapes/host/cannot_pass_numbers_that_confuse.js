// Odd numbers arrive as they are.
// must-end: completed "[NaN, -0, Infinity, -Infinity, 5e-324, 1.7976931348623157e+308, 9007199254740991, 9007199254740992, -9007199254740993n, 4294967296]"
await t.text([NaN, -0, Infinity, -Infinity, 5e-324, Number.MAX_VALUE, 2 ** 53 - 1, 2 ** 53, -9007199254740993n, 2 ** 32]);
