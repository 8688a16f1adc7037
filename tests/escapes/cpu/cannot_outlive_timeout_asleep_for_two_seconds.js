// Cannot sleep past the time limit, with a delay that timers can hold.
// must-end: Timeout
await new Promise((resolve) => setTimeout(resolve, 2000));
