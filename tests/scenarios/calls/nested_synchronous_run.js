// A run within a synchronous tool.
// expect: completed [5, "outer"]
// calls: t.sync.nested
const mark = 'outer';
const five = t.sync.nested('return (await t.add(2, 3));');
[five, mark];
