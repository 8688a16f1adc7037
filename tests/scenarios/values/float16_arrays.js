// Float16Array crosses.
// expect: completed ["Float16Array[1.5, -2, 65504, NaN, -0]", Float16Array[1.5, -2, 65504, NaN, -0], Float16Array[1.5, -2, 65504, NaN, -0]]
const make = () => (new Float16Array([1.5, -2, 65504, NaN, -0]));
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
