// A directive is an expression statement, too.
// expect: completed "use strict"
"use strict"
