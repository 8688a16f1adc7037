// Paths lead through maps.
// expect-error: NotSerializable RUN_NOT_SERIALIZABLE "$.get("
return new Map([['k', () => {}]]);
