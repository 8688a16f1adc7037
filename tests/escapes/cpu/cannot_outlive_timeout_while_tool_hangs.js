// Cannot outlive the time limit by waiting for a tool.
// must-end: Timeout
await t.hang();
