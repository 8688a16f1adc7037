// A thenable that is the last value is awaited.
// expect: completed 3
({ then: (resolve) => resolve(3) });
