// A result of very many small objects is too large for the host's memory; it counted as a fault of the
// engine.
// expect-error: TooLarge RUN_TOO_LARGE "takes too much memory in the host"
Array.from({ length: 650000 }, () => ({}));
