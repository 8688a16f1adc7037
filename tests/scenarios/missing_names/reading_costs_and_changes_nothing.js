// A group is an ordinary object: what it does not have is undefined.
// expect: completed ["undefined", false, undefined, undefined]
[typeof t.ecko, 'ecko' in t, t.ecko?.(1), Object.getOwnPropertyDescriptor(t, 'ecko')];
