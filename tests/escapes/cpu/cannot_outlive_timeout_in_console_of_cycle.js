// Printing a cycle ends.
// must-end: completed "done"
const a = { name: 'a', list: [1, 2] };
a.self = a;
a.list.push(a);
console.log(a);
'done';
