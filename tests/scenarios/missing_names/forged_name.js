// An error that a script makes up to look like the engine's gets the same hint; what is thrown stays.
// expect-error: Uncaught E_MINE ReferenceError "boom is not defined. Did you mean t.boom or t.sync.boom?"
// thrown: ReferenceError("boom is not defined", {"code": "E_MINE"})
throw Object.assign(ReferenceError('boom is not defined'), { code: 'E_MINE' });
