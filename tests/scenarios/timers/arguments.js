// Further arguments go to the function.
// expect: completed [1, "two"]
await new Promise((resolve) => setTimeout((...args) => resolve(args), 1, 1, 'two'));
