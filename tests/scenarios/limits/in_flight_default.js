// By default 32 calls run at the same time.
// expect: completed 32
Math.max(...(await Promise.all(Array.from({ length: 80 }, () => t.beside(30)))));
