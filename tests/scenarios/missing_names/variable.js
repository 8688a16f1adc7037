// A function whose group was left out.
// expect-error: Uncaught RUN_UNCAUGHT ReferenceError "fail_later is not defined. Did you mean t.fail_later?" at 3:1
fail_later(1);
