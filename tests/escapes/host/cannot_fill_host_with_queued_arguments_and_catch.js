// The arguments of calls that wait are bounded, whatever the script catches.
// limit: timeoutMs=2000
// must-end: OutOfMemory | HostCallLimit | Timeout | TooLarge
// repeat: 3
const big = 'x'.repeat(900000);
for (;;) {
  try {
    t.hang(big).catch(() => {});
  } catch {
  }
  await 0;
}
