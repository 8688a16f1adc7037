// A failed call is listed as failed.
// expect: completed 1
// calls: t.boom=failed
await t.boom().catch(() => {});
1;
