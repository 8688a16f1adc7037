// As models write it.
// call-function: yes
// expect: completed 3
// calls: t.echo t.echo
async () => {
  const a = await t.echo(1);
  return a + (await t.echo(2));
};
