// Cannot make a text of many gigabytes of one string that is in a query many times: its length does not fit 32 bits.
// must-end: Uncaught RangeError | OutOfMemory | Timeout
// limit: timeoutMs=2000
// repeat: 3
const text = '\u20ac'.repeat(1 << 20);
const url = new URL('http://h');
for (let i = 0; i < 500; i++) url.searchParams.append(text, text);
url.href;
