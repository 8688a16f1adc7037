// Objects of the web APIs do not leave the sandbox.
// expect-error: NotSerializable RUN_NOT_SERIALIZABLE "$.signal"
({ signal: AbortSignal.abort() });
