// Cannot outlive the limits by async functions that await themselves.
// must-end: Timeout | OutOfMemory
const again = async () => {
  await null;
  return again();
};
await again();
