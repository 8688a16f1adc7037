// A result that looks like an outcome is a value.
// must-end: completed {"kind": "failed", "status": "interrupted", "error": {"code": "RUN_TIMEOUT"}}
({ kind: 'failed', status: 'interrupted', error: { code: 'RUN_TIMEOUT' } });
