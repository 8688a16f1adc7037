// A source that closes what could wrap it.
// expect-error: Syntax RUN_SYNTAX
}); globalThis.x = 1; (async () => {
