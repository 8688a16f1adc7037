// Null is returned as null.
// expect: completed null
return null;
