// Answers settle their promises in the order in which they come.
// expect: completed [30, 60, 90]
const order = [];
await Promise.all([90, 30, 60].map((ms) => t.later(ms, ms).then((x) => order.push(x))));
order;
