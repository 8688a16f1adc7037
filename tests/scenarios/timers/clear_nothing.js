// Clearing what is no timer does nothing.
// expect: completed "fine"
clearTimeout(undefined);
clearTimeout(12345);
clearTimeout('x');
clearInterval(null);
clearTimeout({});
'fine';
