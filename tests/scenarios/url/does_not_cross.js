// A URL is an instance of a class: it does not leave the sandbox as a result.
// expect-error: NotSerializable RUN_NOT_SERIALIZABLE "$.list[1]"
({ list: [1, new URL('http://h')] });
