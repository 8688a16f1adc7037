// A BigInt of very many digits is within the limits.
// generated: yes
// must-end: completed | Timeout | Syntax | OutOfMemory | Uncaught
// repeat: 5
return '7'.repeat(250000) + 'n % 10n;';
