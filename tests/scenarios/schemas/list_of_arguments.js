// The schema of an array is about the list of arguments.
// expect: completed ["t.move: arguments must have at least 1 elements.", "t.move: arguments[1] must be an integer, not 1.5.", "t.move: arguments[2] must not be there."]
// calls: t.move=refused t.move=refused t.move=refused
const calls = await Promise.allSettled([t.move(), t.move('a', 1.5), t.move('a', 1, 2)]);
return calls.map((call) => call.reason.message);
