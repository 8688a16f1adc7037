// Runs within tools within runs end where the tool says.
// limit: timeoutMs=5000
// must-end: completed "E_NESTED"
// repeat: 5
const code = (n) =>
  n === 0 ? 'return "bottom";' : `try { return await t.nested(${JSON.stringify(code(n - 1))}); } catch (e) { return e.code; }`;
return await t.nested(code(6));
