// structuredClone refuses URLs.
// expect: completed ["DataCloneError", "DataCloneError"]
[new URL('http://h'), new URLSearchParams()].map((o) => {
  try {
    return structuredClone(o);
  } catch (e) {
    return e.name;
  }
});
