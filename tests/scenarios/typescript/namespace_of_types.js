// A namespace of types only is no more than types.
// expect: completed 1
namespace N { export type A = number }
return 1 as N.A;
