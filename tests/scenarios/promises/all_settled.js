// Promise.allSettled tells every outcome.
// expect: completed [{"status": "fulfilled", "value": 1}, {"status": "rejected", "reason": Error("boom", {"code": "E_BOOM"})}]
// calls: t.echo t.boom=failed
await Promise.allSettled([t.echo(1), t.boom()]);
