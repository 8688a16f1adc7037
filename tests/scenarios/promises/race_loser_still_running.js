// A loser of Promise.race that still runs at the end is an error, never a silent success.
// expect-error: DetachedCall RUN_DETACHED_CALL "t.hang"
// calls: t.hang=running t.echo
return await Promise.race([t.hang(), t.echo('fast')]);
