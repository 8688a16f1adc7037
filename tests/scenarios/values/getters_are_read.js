// Getters are read.
// expect: completed {"a": 3}
await t.echo({ get a() { return 3; } });
