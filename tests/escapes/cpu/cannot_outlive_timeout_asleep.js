// Cannot sleep past the time limit.
// must-end: Timeout
await new Promise((resolve) => setTimeout(resolve, 1e12));
