// What a model would write: one script instead of thirty-odd tool calls.
type Invoice = { customer: string; cents: number };

const listed = await files.list_directory({ path: "." });
const names = listed.content.split("\n").map((line) => line.replace("[FILE] ", ""));
const invoices: Invoice[] = await Promise.all(
  names
    .filter((name) => name.startsWith("invoice-"))
    .map(async (path) => JSON.parse((await files.read_text_file({ path })).content)),
);

const totals: Record<string, number> = {};
for (const { customer, cents } of invoices) totals[customer] = (totals[customer] ?? 0) + cents;
const report = Object.entries(totals)
  .sort(([, a], [, b]) => b - a)
  .map(([customer, cents]) => `${customer}: ${(cents / 100).toFixed(2)}`);

console.log(`${invoices.length} invoices read`);
await files.write_file({ path: "report.txt", content: report.join("\n") + "\n" });
report.slice(0, 3);
