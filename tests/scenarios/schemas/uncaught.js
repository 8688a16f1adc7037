// A call that does not fit ends the script that does not catch it, at its place.
// expect-error: Uncaught E_INVALID_ARGUMENTS TypeError "input must have the property" at 3:9
await t.order({});
