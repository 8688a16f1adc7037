// void gives undefined.
// expect: completed undefined
1;
void 0;
