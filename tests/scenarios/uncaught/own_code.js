// The code of an error is the outcome's.
// expect-error: Uncaught E_QUOTA Error "m"
throw Object.assign(new Error('m'), { code: 'E_QUOTA' });
