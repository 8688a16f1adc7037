// What is small in the message and large in the host is bounded.
// limit: timeoutMs=20000
// must-end: completed | TooLarge
// repeat: 5
return Array.from({ length: 300000 }, () => ({}));
