// A call that had failed before the end and was not awaited.
// expect-error: DetachedCall RUN_DETACHED_CALL "t.boom"
// calls: t.boom=failed t.slow
t.boom();
await t.slow();
'done';
