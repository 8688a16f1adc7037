// Lone surrogates and NUL.
// log: log "\ud800\u0000x"
// expect: completed undefined
console.log('\ud800\0x');
void 0;
