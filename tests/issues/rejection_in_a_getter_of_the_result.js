// A promise that a getter of the result left behind failed, and nobody said so.
// expect-error: UnhandledRejection RUN_UNHANDLED_REJECTION Error "lost"
({
  get a() {
    (async () => {
      throw new Error('lost');
    })();
    return 5;
  },
});
