// An agent reads JSON and builds text.
// expect: completed "2 items: a=1, b=2"
const data = JSON.parse(await t.echo('{"a": 1, "b": 2}'));
const parts = Object.entries(data).map(([k, v]) => `${k}=${v}`);
`${parts.length} items: ${parts.join(', ')}`;
