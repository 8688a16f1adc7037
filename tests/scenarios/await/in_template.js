// An await within a template.
// expect: completed "hello world"
`hello ${await t.echo('world')}`;
