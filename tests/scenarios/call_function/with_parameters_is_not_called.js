// call-function: yes
// expect-error: NotSerializable
async (input) => t.echo(input);
