// Sorting is stable.
// expect: completed "a1 a2 b1 b2"
[['b', 1], ['a', 1], ['b', 2], ['a', 2]].sort((x, y) => (x[0] < y[0] ? -1 : x[0] > y[0] ? 1 : 0)).map((x) => x.join('')).join(' ');
