// A script's own error cannot pass for an error of the machinery.
// must-end: Uncaught Error
// repeat: 3
const e = new Error('out of memory');
e.code = 'RUN_OUT_OF_MEMORY';
e.kind = 'OutOfMemory';
throw e;
