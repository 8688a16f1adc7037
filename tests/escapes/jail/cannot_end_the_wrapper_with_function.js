// A source that is only right inside of a wrapper is a syntax error.
// must-end: Syntax
return 1; } async function other() { return 2;
