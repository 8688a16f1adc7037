// A try that is not closed is a syntax error.
// must-end: Syntax
} finally { globalThis.evil = 1; } try {
