// Names have all their parts.
// expect: completed 1
// calls: t.sync.text
await t.sync.text(1);
1;
