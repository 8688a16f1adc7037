// No frame of the machinery is in a stack.
// expect: completed true
const stack = await t.echo(1).then(() => new Error('x').stack);
!/(boot|modebox|\.c:|native code)/.test(stack);
