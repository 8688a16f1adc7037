// Cannot outlive the time limit in a case-insensitive Unicode pattern.
// must-end: Timeout
/^([\u00e0-\u00ff]+)+$/iu.test('\u00c0'.repeat(40) + '!');
