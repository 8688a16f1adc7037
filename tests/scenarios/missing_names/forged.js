// An error that a script makes up to look like the engine's gets a hint at most; what is thrown stays.
// expect-error: Uncaught E_MINE ReferenceError "tt.x is not defined" at 5:21
// thrown: ReferenceError("tt.x is not defined", {"code": "E_MINE"})
// message-lacks: mean
throw Object.assign(ReferenceError('tt.x is not defined'), { code: 'E_MINE' });
