// A call that still waited for its turn at the timeout.
// expect-error: Timeout
// limit: timeoutMs=150 maxInFlightHostCalls=1
// calls: t.hang=running t.rec=queued
// records: []
await Promise.all([t.hang(), t.rec(1)]);
