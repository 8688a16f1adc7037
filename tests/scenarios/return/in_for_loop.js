// A return within a loop.
// expect: completed 3
for (let i = 0; ; i++) {
  if (i === 3) return i;
}
