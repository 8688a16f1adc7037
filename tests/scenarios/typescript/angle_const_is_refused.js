// The one that the stripper passes over is named, too.
// expect-error: TypeScript RUN_TYPESCRIPT "value as const" at 3:11
const x = <const>[1];
