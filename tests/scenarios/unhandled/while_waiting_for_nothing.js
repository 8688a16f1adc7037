// A rejection explains better than Stalled why nothing goes on.
// expect-error: UnhandledRejection RUN_UNHANDLED_REJECTION Error "cause"
Promise.reject(new Error('cause'));
await new Promise(() => {});
