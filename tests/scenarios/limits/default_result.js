// The default is a megabyte.
// expect-error: TooLarge RUN_TOO_LARGE "1048576"
'x'.repeat(1100000);
