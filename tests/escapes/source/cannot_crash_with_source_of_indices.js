// Source of 20,000 nested or chained indices is compiled or refused.
// generated: yes
// limit: timeoutMs=2000 maxSourceBytes=2147483647
// must-end: Syntax | TypeScript | Uncaught | completed | OutOfMemory | Timeout | Stalled | UnhandledRejection | NotSerializable
// or-limit: maxStackSizeBytes=2147483647
// repeat: 5
const n = 20000;
return 'x' + '[0]'.repeat(n);
