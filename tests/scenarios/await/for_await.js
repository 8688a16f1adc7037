// for await over an array of promises.
// expect: completed ["a", "b"]
const out = [];
for await (const x of [t.echo('a'), t.echo('b')]) out.push(x);
out;
