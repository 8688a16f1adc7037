// A seed fixes random bytes and UUIDs, whatever the pieces they are asked for in.
// seed: 7
// same-runs: 3
// expect: completed [Uint8Array[90, 118, 249, 78, 247, 250, 88, 179], "d22c484f-963d-4c47-9679-2c9549d3f1d6", Uint8Array[]]
[crypto.getRandomValues(new Uint8Array(8)), crypto.randomUUID(), crypto.getRandomValues(new Uint8Array(0))];
