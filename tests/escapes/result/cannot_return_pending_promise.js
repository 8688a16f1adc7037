// A promise in the result is an error that names its path.
// must-end: NotSerializable | DetachedCall
return { p: t.echo(1) };
