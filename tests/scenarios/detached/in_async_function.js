// A call within an async function that is not awaited.
// expect-error: DetachedCall RUN_DETACHED_CALL "t.slow"
(async () => {
  await t.slow();
})();
'done';
