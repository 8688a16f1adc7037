// A thrown string is reported faithfully.
// expect-error: Uncaught RUN_UNCAUGHT "just text"
// thrown: "just text"
throw 'just text';
