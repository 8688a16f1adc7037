// The value of a loop whose body has none in its last turn.
// expect: completed undefined
for (const x of [1, 2]) {
  if (x === 1) x;
}
