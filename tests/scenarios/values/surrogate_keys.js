// Lone surrogates and NUL in keys.
// expect: completed ["{\"\\ud800\": 1, \"a\\u0000b\": 2, \"\": 3}", {"\ud800": 1, "a\u0000b": 2, "": 3}, {"\ud800": 1, "a\u0000b": 2, "": 3}]
const make = () => ({ '\ud800': 1, 'a\0b': 2, '': 3 });
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
