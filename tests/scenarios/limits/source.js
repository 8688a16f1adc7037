// A source that is too long.
// expect-error: TooLarge RUN_TOO_LARGE
// limit: maxSourceBytes=40
/* this source is longer than its limit of bytes */ 1;
