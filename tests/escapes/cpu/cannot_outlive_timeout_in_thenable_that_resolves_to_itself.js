// A thenable that always gives another thenable cannot keep the run going.
// must-end: Timeout | OutOfMemory
const thenable = { then: (resolve) => resolve({ then: thenable.then }) };
await thenable;
