// A return within a try whose finally runs.
// expect: completed ["try", "finally"]
const log = [];
try {
  log.push('try');
  return log;
} finally {
  log.push('finally');
}
