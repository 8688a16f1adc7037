// A larger stack allows deeper recursion.
// expect: completed true
// limit: maxStackSizeBytes=4194304
let depth = 0;
const f = () => {
  depth++;
  f();
};
try {
  f();
} catch {
}
depth > 5000;
