// The virtual clock starts where it is told.
// expect: completed [1700000000000, 1700000000000, "2023-11-14T22:13:20.000Z"]
// virtual-clock: 1700000000000
[Date.now(), +new Date(), new Date().toISOString()];
