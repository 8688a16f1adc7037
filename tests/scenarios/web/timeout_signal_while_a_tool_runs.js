// A timeout rings while a host call runs, listened to or not.
// expect: completed [true, true]
const silent = AbortSignal.timeout(20);
const heard = AbortSignal.timeout(20);
let rang = false;
heard.onabort = () => (rang = true);
await t.slow();
[silent.aborted, rang];
