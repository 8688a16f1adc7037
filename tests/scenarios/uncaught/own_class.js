// The name of a class of errors.
// expect-error: Uncaught RUN_UNCAUGHT QuotaError "m"
class QuotaError extends Error {
  name = 'QuotaError';
}
throw new QuotaError('m');
