// Who owes us money past the due date, how much is it in euros, and who should be called first?
const today = new Date().toISOString().slice(0, 10);
const customers = await billing.customers({});
console.log(`${customers.length} customers, books of ${today}`);

// Not every pair is quoted: where one is missing, go by way of the dollar.
async function euros(currency) {
  if (currency === "EUR") return 1;
  try {
    return await fx.rate(currency, "EUR");
  } catch (error) {
    if (error.code !== "E_NO_RATE") throw error;
    console.warn(`${error.message} Going through USD.`);
    const [toDollars, toEuros] = await Promise.all([fx.rate(currency, "USD"), fx.rate("USD", "EUR")]);
    return toDollars * toEuros;
  }
}

// All rates at the same time.
const currencies = [...new Set(customers.map((customer) => customer.currency))];
const rates = new Map(await Promise.all(currencies.map(async (currency) => [currency, await euros(currency)])));

// One customer after the other; the payments of one customer's invoices together.
const debtors = [];
for (const customer of customers) {
  const open = await billing.invoices({ customerId: customer.id, status: "open" });
  const overdue = open.filter((invoice) => invoice.due < today);
  if (overdue.length === 0) continue;

  const payments = await Promise.all(overdue.map((invoice) => billing.payments(invoice.id)));
  let cents = 0;
  overdue.forEach((invoice, i) => {
    const paid = payments[i].reduce((sum, payment) => sum + payment.amountCents, 0);
    cents += Math.round((invoice.amountCents - paid) * rates.get(customer.currency));
  });
  const oldest = overdue.map((invoice) => invoice.due).sort()[0];
  const days = Math.round((Date.parse(today) - Date.parse(oldest)) / 86_400_000);
  debtors.push({ name: customer.name, country: customer.country, invoices: overdue.length, days, cents });
}

debtors.sort((a, b) => b.cents - a.cents);
for (const debtor of debtors.slice(0, 3)) {
  console.log(`${debtor.name}: ${billing.format(debtor.cents, "EUR")}, late by up to ${debtor.days} days`);
}

const totalCents = debtors.reduce((sum, debtor) => sum + debtor.cents, 0);
const reportId = await reports.save(`Overdue on ${today}`, debtors);

const summary = { asOf: today, reportId, totalCents, total: billing.format(totalCents, "EUR"), debtors };
summary;
