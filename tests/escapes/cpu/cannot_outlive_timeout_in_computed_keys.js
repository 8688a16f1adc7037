// Computed keys run within the script's time.
// must-end: Timeout
({ [(() => { for (;;) {} })()]: 1 });
