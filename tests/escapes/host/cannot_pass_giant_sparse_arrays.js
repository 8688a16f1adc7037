// A sparse array is not unfolded.
// limit: timeoutMs=20000
// must-end: completed "[<4294967294 holes>, 1]" | completed "caught"
const a = [];
a[4294967294] = 1;
try {
  return await t.text(a);
} catch (e) {
  return 'caught';
}
