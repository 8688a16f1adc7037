// An empty script gives undefined.
// expect: completed undefined

