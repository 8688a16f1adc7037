// An error in a then that nothing handles.
// expect-error: UnhandledRejection RUN_UNHANDLED_REJECTION TypeError
Promise.resolve(null).then((x) => x.y);
await t.echo(1);
'done';
