// A call of an async function as the last line is awaited.
// expect: completed 42
const main = async () => {
  await t.echo(1);
  return 42;
};
main();
