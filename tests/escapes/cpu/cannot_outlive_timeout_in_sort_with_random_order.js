// Cannot outlive the time limit with a comparator without order.
// must-end: Timeout
const a = Array.from({ length: 20000 }, (_, i) => i);
for (;;) a.sort(() => Math.random() - 0.5);
