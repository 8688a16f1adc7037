// The code of an error that is not caught is the run's.
// expect-error: Uncaught ERR_INVALID_URL TypeError "Invalid URL" at 3:5
new URL('no url');
