// An if that takes no branch has the value undefined.
// expect: completed undefined
1;
if (false) 2;
