// A rejection within allSettled is handled.
// expect: completed 1
(await Promise.allSettled([Promise.reject(1)])).length;
