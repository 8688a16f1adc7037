// Comments of HTML do not hide code from the check of the source.
// must-end: Syntax | completed | Uncaught
<!-- }); globalThis.evil = 1; (async () => {
1;
--> 2
