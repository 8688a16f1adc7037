// A chain of dependent signals is no deeper than one.
// expect: completed [true, "why", 1]
const controller = new AbortController();
let signal = controller.signal;
for (let i = 0; i < 100000; i++) signal = AbortSignal.any([signal]);
let n = 0;
signal.onabort = () => n++;
controller.abort('why');
[signal.aborted, signal.reason, n];
