// Promise.any takes the first that is fulfilled.
// expect: completed "slow"
// calls: t.boom=failed t.slow
await Promise.any([t.boom(), t.slow()]);
