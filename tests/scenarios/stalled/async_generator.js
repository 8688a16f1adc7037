// An async generator that waits for ever.
// expect-error: Stalled RUN_STALLED
async function* g() {
  await new Promise(() => {});
}
for await (const x of g());
