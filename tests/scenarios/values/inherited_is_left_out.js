// What is inherited makes an object of a class.
// expect: completed true
try {
  await t.echo(Object.create({ inherited: 1 }));
} catch (e) {
  return e instanceof TypeError && e.message.includes('an instance of');
}
