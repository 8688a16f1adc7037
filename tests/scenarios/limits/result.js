// A result that is too large.
// expect-error: TooLarge RUN_TOO_LARGE
// limit: maxResultBytes=1000
'x'.repeat(2000);
