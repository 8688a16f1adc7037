// Cannot go on past the timeout in a pair that never ends.
// must-end: Timeout
new URLSearchParams([{ *[Symbol.iterator]() { for (;;) yield 1; } }]);
