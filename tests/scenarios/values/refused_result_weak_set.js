// A weak set in the result is refused with its path.
// expect-error: NotSerializable RUN_NOT_SERIALIZABLE "$.items[3].callback"
return { items: [1, 2, 3, { callback: new WeakSet() }] };
