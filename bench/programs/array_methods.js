// Array methods: map, filter, reduce, flatMap, find, slice, splice, spread.
(() => {
  let check = 0;
  const invoices = [];
  for (let i = 0; i < 2000; i++) invoices.push({ id: i, customer: i % 40, cents: (i * 7919) % 100003, paid: i % 3 === 0 });
  for (let round = 0; round < 70; round++) {
    const open = invoices.filter((invoice) => !invoice.paid).map((invoice) => ({ ...invoice, cents: invoice.cents + round }));
    const total = open.reduce((sum, invoice) => sum + invoice.cents, 0);
    const pairs = open.flatMap((invoice) => [invoice.id, invoice.customer]);
    const first = open.find((invoice) => invoice.cents > 90000);
    const some = open.some((invoice) => invoice.cents === -1);
    const part = pairs.slice(100, 900).reverse();
    part.splice(10, 200, ...pairs.slice(0, 50));
    const [a, b, ...rest] = part;
    check = (Math.imul(check, 31) + total + pairs.length + first.id + rest.length + a + b + (some ? 1 : 0)) | 0;
    check = (check + pairs.indexOf(1999) + rest.lastIndexOf(7) + (rest.includes(40) ? 1 : 0)) | 0;
    check = (check + [1, 2, 3].concat(rest, pairs).length) | 0;
  }
  return check >>> 0;
})()
