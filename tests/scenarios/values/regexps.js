// Regular expressions cross, with the source as `source` gives it: never empty, slashes escaped.
// expect: completed ["[/a+b/gi, /[/]\\//u, /\\u4e2d/dgimsuy, /(?:)/]", [/a+b/gi, /[/]\//u, /\u4e2d/dgimsuy, /(?:)/],
//   [/a+b/gi, /[/]\//u, /\u4e2d/dgimsuy, /(?:)/], "\\/\\n"]
const make = () => ([/a+b/gi, /[/]\//u, /\u4e2d/dgimsuy, new RegExp('')]);
[await t.text(make()), await t.echo(make()), t.sync.echo(make()), (await t.echo(new RegExp('/\n'))).source];
