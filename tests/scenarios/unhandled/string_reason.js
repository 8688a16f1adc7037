// A reason that is no error.
// expect-error: UnhandledRejection RUN_UNHANDLED_REJECTION
// thrown: "reason"
Promise.reject('reason');
'done';
