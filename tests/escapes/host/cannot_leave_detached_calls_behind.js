// Calls that the script forgets are an error, and later answers go nowhere.
// must-end: DetachedCall
t.slow();
'done';
