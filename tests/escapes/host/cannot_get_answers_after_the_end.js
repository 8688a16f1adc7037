// Answers that arrive after the end do nothing to the next run.
// must-end: Uncaught Error
const p = t.later(5, 'late');
p.then(() => {
  globalThis.late = true;
});
throw new Error('end');
