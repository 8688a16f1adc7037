// A rejection that nothing handles fails the run.
// expect-error: UnhandledRejection RUN_UNHANDLED_REJECTION Error "lost"
// thrown: Error("lost")
Promise.reject(new Error('lost'));
'done';
