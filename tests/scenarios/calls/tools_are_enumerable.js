// A script can look up what tools there are.
// expect: completed true
Object.keys(t).includes('echo') && Object.keys(t.sync).includes('echo');
