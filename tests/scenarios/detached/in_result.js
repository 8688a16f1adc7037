// A call's promise in the result is an error that names the call.
// expect-error: DetachedCall RUN_DETACHED_CALL "t.echo"
return { p: t.echo(1) };
