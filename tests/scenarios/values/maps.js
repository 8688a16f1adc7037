// Maps keep keys of any kind, in order.
// expect: completed ["Map{\"b\" => 1, 2 => \"x\", null => undefined, NaN => 0, {\"k\": 1} => []}", Map{"b" => 1, 2 => "x", null => undefined, NaN => 0, {"k": 1} => []}, Map{"b" => 1, 2 => "x", null => undefined, NaN => 0, {"k": 1} => []}]
const make = () => (new Map([['b', 1], [2, 'x'], [null, undefined], [NaN, 0], [{ k: 1 }, []]]));
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
