// A script is no module.
// expect-error: Syntax RUN_SYNTAX
import x from 'y';
