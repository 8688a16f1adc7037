// A member of an object, as a model writes it.
// expect: completed 21.5
const w = { temp: 21.5 };
w.temp
