// Cannot outlive the time limit with an interval.
// must-end: Timeout
setInterval(() => {}, 1);
await new Promise(() => {});
