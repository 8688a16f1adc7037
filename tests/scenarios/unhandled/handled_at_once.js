// A rejection that is handled at once is fine.
// expect: completed "done"
Promise.reject(new Error('x')).catch(() => {});
'done';
