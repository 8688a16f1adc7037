// A result that never settles is not waited for.
// must-end: Stalled
return { then() {} };
