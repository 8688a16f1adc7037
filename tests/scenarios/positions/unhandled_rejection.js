// The place of a rejection that nothing handles.
// expect-error: UnhandledRejection RUN_UNHANDLED_REJECTION at 4:20
const a = 1;
Promise.reject(new Error('lost'));
'done';
