// Waiting for nothing after calls that are done.
// expect-error: Stalled RUN_STALLED
// calls: t.echo
// ends-within-ms: 1000
await t.echo(1);
await new Promise(() => {});
