// A thrown object with message and code.
// expect-error: Uncaught E_404
// thrown: {"message": "not found", "code": "E_404"}
throw { message: 'not found', code: 'E_404' };
