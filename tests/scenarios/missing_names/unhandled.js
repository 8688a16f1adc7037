// An error that nothing handled.
// expect-error: UnhandledRejection RUN_UNHANDLED_REJECTION TypeError "t.ecko is not a function. Did you mean t.echo?"
(async () => t.ecko())();
await null;
