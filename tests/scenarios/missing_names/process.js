// What other runtimes have.
// expect-error: Uncaught RUN_UNCAUGHT ReferenceError "process is not defined. A script has no process" at 3:1
process.env.HOME;
