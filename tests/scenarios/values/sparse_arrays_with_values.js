// A sparse array with several values.
// expect: completed ["[0, <4999 holes>, \"x\", <4998 holes>, null]", [0, <4999 holes>, "x", <4998 holes>, null], [0, <4999 holes>, "x", <4998 holes>, null]]
const make = () => (Object.assign([0], { 5000: "x", 9999: null }));
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
