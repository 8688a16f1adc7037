// Cannot go on past the timeout in a host name that takes quadratic time.
// must-end: Timeout | Uncaught TypeError
let label = '';
for (let i = 0; i < 200000; i++) label += String.fromCharCode(0x4e00 + (i * 7919) % 20000);
for (;;) URL.canParse('http://' + label + '.example');
