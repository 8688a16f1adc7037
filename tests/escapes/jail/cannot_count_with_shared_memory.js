// There is no second thread that could count.
// must-end: completed "undefined"
typeof Worker;
