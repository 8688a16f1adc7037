// A thrown object with message and code.
// expect-error: Uncaught RUN_UNCAUGHT
// thrown: {"message": "not found", "code": "E_404"}
throw { message: 'not found', code: 'E_404' };
