// No more calls than allowed run at the same time.
// expect: completed 3
// limit: maxInFlightHostCalls=3
Math.max(...(await Promise.all(Array.from({ length: 12 }, () => t.beside(20)))));
