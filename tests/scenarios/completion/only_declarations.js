// Declarations alone give undefined.
// expect: completed undefined
const x = 8;
function f() {}
class A {}
