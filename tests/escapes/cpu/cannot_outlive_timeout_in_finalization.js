// Callbacks of a finalization registry have no time of their own.
// must-end: Timeout | OutOfMemory | completed
if (typeof FinalizationRegistry === 'function') {
  const r = new FinalizationRegistry(() => {
    for (;;) {}
  });
  for (let i = 0; i < 1000; i++) r.register({}, i);
}
for (let i = 0; i < 10; i++) await 0;
'done';
