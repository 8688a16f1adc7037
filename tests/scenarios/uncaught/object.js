// A thrown object is reported faithfully.
// expect-error: Uncaught RUN_UNCAUGHT
// thrown: {"status": 404, "list": [1]}
throw { status: 404, list: [1] };
