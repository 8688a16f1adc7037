// The limit on calls cannot be caught.
// expect-error: HostCallLimit RUN_HOST_CALL_LIMIT
// limit: maxHostCalls=2
// records: [0, 0]
try {
  for (;;) await t.rec(0);
} catch {
}
'caught';
