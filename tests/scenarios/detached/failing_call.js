// A call that is not awaited and fails is never a success.
// expect-error: DetachedCall RUN_DETACHED_CALL "t.boom"
t.boom();
return 'done';
