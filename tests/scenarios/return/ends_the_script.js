// Nothing after a return is run.
// expect: completed 1
return 1;
throw new Error('not reached');
