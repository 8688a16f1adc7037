// call-function: yes
// limit: timeoutMs=100
// expect-error: Timeout
// ends-within-ms: 1000
() => {
  for (;;);
};
