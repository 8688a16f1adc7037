// A loop without a turn has the value undefined.
// expect: completed undefined
1;
for (; false;) 2;
