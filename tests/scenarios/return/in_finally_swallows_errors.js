// A return within a finally swallows an error.
// expect: completed "fine"
try {
  throw new Error('x');
} finally {
  return 'fine';
}
