// A return whose value begins on the next line returns undefined.
// expect: completed undefined
return
1;
