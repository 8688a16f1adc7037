// A script as an agent writes it, in the middle of its work: some 200 small objects, a
// Map, a few closures, and one call in a loop that waits for consent.
const invoices = [];
for (let i = 0; i < 200; i++) {
  invoices.push({ id: i, cents: (i * 37) % 1000, paid: i % 3 === 0 });
}
const byCents = new Map(invoices.slice(0, 10).map((invoice) => [invoice.cents, invoice]));
const isOpen = (invoice) => !invoice.paid;
const total = () => invoices.filter(isOpen).reduce((sum, invoice) => sum + invoice.cents, 0);
let refunded = 0;
for (const invoice of byCents.values()) {
  if (invoice.id === 3) refunded += await pay.refund(invoice.id, invoice.cents);
}
return total() + refunded;
