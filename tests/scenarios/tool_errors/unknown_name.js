// A name that no built-in error has is kept on an Error.
// expect: completed ["PaymentError", true, "PaymentError: m"]
try {
  await t.fail('PaymentError', 'm');
} catch (e) {
  return [e.name, e instanceof Error, String(e)];
}
