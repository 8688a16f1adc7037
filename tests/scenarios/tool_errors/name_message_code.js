// An error of a tool has its name, message and code.
// expect: completed ["QuotaError", "no calls left", "E_QUOTA", true]
// calls: t.fail=failed
try {
  await t.fail('QuotaError', 'no calls left', 'E_QUOTA');
} catch (e) {
  return [e.name, e.message, e.code, e instanceof Error];
}
