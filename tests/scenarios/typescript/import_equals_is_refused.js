// There is nothing that could be imported.
// expect-error: TypeScript RUN_TYPESCRIPT "no modules" at 3:1
import fs = require('fs');
