// A namespace that holds values is refused.
// expect-error: TypeScript RUN_TYPESCRIPT "namespace" at 3:1
namespace N { export const a = 1 }
