// An empty statement has no value.
// expect: completed 1
1;;;
