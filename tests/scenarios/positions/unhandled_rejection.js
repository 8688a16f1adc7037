// The place of a rejection that nothing handles.
// expect-error: UnhandledRejection RUN_UNHANDLED_REJECTION at @
const a = 1;
Promise.reject(new Error('lost'));
'done';
