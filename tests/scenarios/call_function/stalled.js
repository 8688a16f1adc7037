// call-function: yes
// expect-error: Stalled
() => new Promise(() => {});
