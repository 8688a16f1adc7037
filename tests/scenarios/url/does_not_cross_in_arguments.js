// A URL does not leave the sandbox as an argument; its text does.
// expect: completed ["http://h/", true]
const url = new URL('http://h');
let refused = '';
try {
  await t.echo({ url });
} catch (e) {
  refused = e.message;
}
[await t.echo(url.href), refused.includes('.url') && refused.includes('URL')];
