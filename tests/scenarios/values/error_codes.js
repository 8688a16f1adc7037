// The string code of an error crosses.
// expect: completed ["Error(\"m\", {\"code\": \"E_X\"})", Error("m", {"code": "E_X"}), Error("m", {"code": "E_X"})]
const make = () => (Object.assign(new Error('m'), { code: 'E_X', other: 1 }));
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
