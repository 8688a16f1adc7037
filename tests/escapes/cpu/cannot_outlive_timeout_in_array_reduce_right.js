// Cannot outlive the time limit in reduceRight over nothing.
// must-end: Timeout
[].reduceRight.call({ length: 2 ** 53 - 1 }, () => 1, 0);
