// Lone surrogates and NUL cross exactly.
// expect: completed ["[\"\\ud800\\u0000a\", \"\\udc00\\ud800\", \"x\\udfff\"]", ["\ud800\u0000a", "\udc00\ud800", "x\udfff"], ["\ud800\u0000a", "\udc00\ud800", "x\udfff"]]
const make = () => (['\ud800\u0000a', '\udc00\ud800', 'x\udfff']);
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
