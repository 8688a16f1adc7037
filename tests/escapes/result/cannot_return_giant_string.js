// A giant string is too large.
// limit: timeoutMs=20000
// must-end: TooLarge
return 'x'.repeat(5e6);
