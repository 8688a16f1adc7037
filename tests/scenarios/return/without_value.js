// A return without a value gives undefined.
// expect: completed undefined
1;
return;
