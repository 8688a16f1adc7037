// A return within labelled loops.
// expect: completed [1, 2]
outer: for (const a of [1, 2]) {
  for (const b of [1, 2]) {
    if (b === 2) return [a, b];
  }
}
