// typeof of what is not there.
// expect: completed "undefined"
typeof missing;
