// Cannot outlive the time limit by waiting for more tools than may run.
// must-end: Timeout
await Promise.all(Array.from({ length: 500 }, () => t.hang()));
