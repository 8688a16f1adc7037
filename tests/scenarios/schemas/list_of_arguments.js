// The schema of an array is about the list of arguments.
// expect: completed ["t.move: $ must have at least 1 elements ($ is the list of arguments).", "t.move: $[1] must be an integer, not 1.5 ($ is the list of arguments).", "t.move: $[2] must not be there ($ is the list of arguments)."]
// calls: t.move=failed t.move=failed t.move=failed
const calls = await Promise.allSettled([t.move(), t.move('a', 1.5), t.move('a', 1, 2)]);
return calls.map((call) => call.reason.message);
