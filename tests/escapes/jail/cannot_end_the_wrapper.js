// A source that closes what could wrap it is a syntax error.
// must-end: Syntax
}); globalThis.evil = 1; (async () => {
