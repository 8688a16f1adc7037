// Lines after a comment of several lines.
// expect-error: Uncaught RUN_UNCAUGHT Error "here" at 5:19
/* a
   b
   c */ throw new Error('here');
