-- The same question as report.js asks, answered by the database alone: for each
-- customer with overdue invoices, how many and how much in cents of euros.
WITH euro(currency, rate) AS (
  SELECT 'EUR', 1.0
  UNION ALL
  SELECT base, rate FROM rates WHERE quote = 'EUR'
  UNION ALL
  SELECT a.base, a.rate * b.rate FROM rates a JOIN rates b ON b.base = a.quote WHERE b.quote = 'EUR'
),
paid(invoice_id, cents) AS (
  SELECT invoice_id, SUM(amount_cents) FROM payments GROUP BY invoice_id
)
SELECT
  customers.name,
  COUNT(*) AS invoices,
  CAST(SUM(ROUND((invoices.amount_cents - IFNULL(paid.cents, 0)) * euro.rate)) AS INTEGER) AS cents
FROM invoices
JOIN customers ON customers.id = invoices.customer_id
JOIN euro ON euro.currency = customers.currency
LEFT JOIN paid ON paid.invoice_id = invoices.id
WHERE invoices.status = 'open' AND invoices.due < '2026-03-31'
GROUP BY customers.id
ORDER BY cents DESC;
