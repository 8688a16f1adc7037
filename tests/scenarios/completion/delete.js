// delete gives whether it did.
// expect: completed true
const o = { a: 1 };
delete o.a;
