// Regular expressions cross.
// expect: completed ["[/a+b/gi, /[/]\\//u, /\\u4e2d/dgimsuy]", [/a+b/gi, /[/]\//u, /\u4e2d/dgimsuy], [/a+b/gi, /[/]\//u, /\u4e2d/dgimsuy]]
const make = () => ([/a+b/gi, /[/]\//u, /\u4e2d/dgimsuy]);
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
