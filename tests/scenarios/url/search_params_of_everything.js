// URLSearchParams takes a string, pairs, a record, a Map, another of its kind.
// expect: completed ["a=1&b=", "a=1&a=2", "a=1&b=x%2Cy", "m=1", "c=d", "", "null="]
[
  new URLSearchParams('?a=1&b'),
  new URLSearchParams([['a', 1], new Set(['a', 2])]),
  new URLSearchParams({ a: 1, b: ['x', 'y'] }),
  new URLSearchParams(new Map([['m', 1]])),
  new URLSearchParams(new URLSearchParams('c=d')),
  new URLSearchParams(undefined),
  new URLSearchParams(null),
].map(String);
