// The message of an error is cut.
// limit: timeoutMs=20000
// message-bytes-at-most: 1100000
// must-end: Uncaught Error | TooLarge
throw new Error('x'.repeat(5e6));
