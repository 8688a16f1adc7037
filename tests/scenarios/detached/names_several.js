// The message names the calls.
// expect-error: DetachedCall RUN_DETACHED_CALL "t.slow"
// message-lacks: /home
t.hang();
t.slow();
'done';
