// expect-error: NotSerializable
async () => t.echo(1);
