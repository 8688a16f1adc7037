// An if has the value of its else.
// expect: completed "no"
if (0) 'yes';
else 'no';
