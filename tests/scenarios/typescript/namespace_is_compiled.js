// With the option transform, namespaces are compiled.
// typescript: transform
// expect: completed [2, 4]
namespace N { export let a = 1; export function inc(): number { return ++a; } }
const first = N.inc();
N.a = 4;
return [first, N.a];
