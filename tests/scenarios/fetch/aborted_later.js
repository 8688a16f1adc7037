// The same after an answer to another call, in a later entry.
// fetch: yes
// calls: fetch=cancelled t.echo fetch
// expect: completed ["stop", 7, 404]
const controller = new AbortController();
const call = fetch("https://api.test/hang", { signal: controller.signal });
const seen = call.catch((reason) => reason);
const echoed = await t.echo(7);
controller.abort("stop");
[await seen, echoed, (await fetch("https://api.test/missing")).status]
