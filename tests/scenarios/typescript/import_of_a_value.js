// There are no modules, as in JavaScript.
// expect-error: Syntax RUN_SYNTAX SyntaxError "no modules" at 3:8
import { a } from 'a';
const b: number = a;
