// A giant value that is thrown is cut or left out.
// limit: timeoutMs=20000
// must-end: Uncaught | TooLarge
throw { list: Array.from({ length: 100000 }, (_, i) => 'item ' + i), text: 'x'.repeat(3e6) };
