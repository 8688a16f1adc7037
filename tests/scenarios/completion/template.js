// A template is a value.
// expect: completed "1 and 2"
`${1} and ${2}`;
