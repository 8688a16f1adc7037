// Whoever paid an invoice twice gets the money back, where a person agrees.
const today = new Date().toISOString().slice(0, 10);
const invoices = await payments.overpaid();
console.log(`${invoices.length} invoices were paid too much by ${today}`);

const answers = await Promise.allSettled(invoices.map((invoice) => payments.refund(invoice.id, invoice.overpaidCents)));
const refunded = [];
answers.forEach((answer, i) => {
  const { number, customer, currency, overpaidCents } = invoices[i];
  const what = `${customer}: ${billing.format(overpaidCents, currency)} for ${number}`;
  if (answer.status === "fulfilled") refunded.push({ refund: answer.value, what });
  else console.warn(`${what}: ${answer.reason.message}`);
});
({ asOf: today, refunded });
