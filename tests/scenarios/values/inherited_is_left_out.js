// What is inherited makes an object of a class.
// expect: completed "$ is"
try {
  await t.echo(Object.create({ inherited: 1 }));
} catch (e) {
  return e.message.slice(0, 4);
}
