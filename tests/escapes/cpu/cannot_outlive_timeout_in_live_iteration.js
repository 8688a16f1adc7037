// Cannot go on past the timeout by adding to what is iterated.
// must-end: Timeout | OutOfMemory
const params = new URLSearchParams('a=1');
params.forEach(() => params.append('a', '1'));
