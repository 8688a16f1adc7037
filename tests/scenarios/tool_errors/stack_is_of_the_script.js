// The stack of a tool's error names no place of the host.
// expect: completed true
try {
  await t.boom();
} catch (e) {
  return !/\.cc|\.h:|\/usr|\/home|0x/.test(String(e.stack));
}
