// A smaller stack allows less.
// expect: completed true
// limit: maxStackSizeBytes=65536
let depth = 0;
const f = () => {
  depth++;
  f();
};
try {
  f();
} catch {
}
depth > 10 && depth < 2000;
