// What is not made of pairs is refused, with a code.
// expect: completed ["ERR_INVALID_TUPLE", "ERR_INVALID_TUPLE", "ERR_INVALID_TUPLE", "ERR_ARG_NOT_ITERABLE", "ERR_MISSING_ARGS",
//   "ERR_INVALID_ARG_TYPE", "ERR_INVALID_THIS", undefined]
const params = new URLSearchParams();
const code = (f) => {
  try {
    f();
  } catch (e) {
    return e instanceof TypeError ? e.code : e;
  }
};
[
  code(() => new URLSearchParams([['a']])),
  code(() => new URLSearchParams([['a', 'b', 'c']])),
  code(() => new URLSearchParams(['ab'])),
  code(() => new URLSearchParams({ [Symbol.iterator]: 1 })),
  code(() => params.append('a')),
  code(() => params.forEach({})),
  code(() => params.get.call(new URL('a:'), 'a')),
  code(() => new URLSearchParams({ [Symbol()]: 1 })),
];
