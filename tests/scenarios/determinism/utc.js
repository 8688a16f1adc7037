// The time zone is UTC.
// expect: completed 0
new Date(2020, 6, 1).getTimezoneOffset();
