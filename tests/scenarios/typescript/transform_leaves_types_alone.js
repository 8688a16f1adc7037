// The option changes nothing where stripping does.
// typescript: transform
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at 4:57
const a: Map<string, number[]> = null as any; throw new Error('here');
