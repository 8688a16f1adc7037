// A call that still runs at the end.
// expect-error: DetachedCall RUN_DETACHED_CALL "t.hang"
t.hang();
'done';
