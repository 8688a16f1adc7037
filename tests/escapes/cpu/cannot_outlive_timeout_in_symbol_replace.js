// Cannot outlive the time limit by an exec that always finds something.
// must-end: Timeout | OutOfMemory
const r = /x/g;
r.exec = () => ({ index: 0, 0: 'x', length: 1 });
'x'.replace(r, 'y');
