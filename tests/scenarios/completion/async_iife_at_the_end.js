// An async function called at once as the last line is awaited.
// expect: completed {"n": 2}
(async () => {
  const n = await t.add(1, 1);
  return { n };
})();
