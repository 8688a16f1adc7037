// A script that takes the stripper to its limits, then one that only just has types: nothing is left behind.
// must-end: completed "number"
const a: number = 1;
return typeof a;
