// Without a virtual clock the time is real.
// expect: completed true
Date.now() > 1.7e12 && Number.isInteger(Date.now());
