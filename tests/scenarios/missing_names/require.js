// What other runtimes have.
// expect-error: Uncaught RUN_UNCAUGHT ReferenceError "require is not defined. There are no modules to load" at 3:12
const fs = require('fs');
