// call-function: yes
// expect-error: DetachedCall
// calls: t.hang=queued
() => {
  t.hang();
};
