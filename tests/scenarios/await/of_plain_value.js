// Awaiting what is no promise gives it.
// expect: completed [1, undefined, "x"]
[await 1, await undefined, await 'x'];
