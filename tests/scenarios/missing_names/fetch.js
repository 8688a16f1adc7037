// Where fetch is off, the error says who can change that.
// expect-error: Uncaught RUN_UNCAUGHT ReferenceError "fetch is not defined. Scripts can use fetch only where whoever runs them lists the hosts."
await fetch('https://api.test/');
