// A script as a model writes it.
// expect: completed {"total": 6, "names": ["a", "b"]}
// calls: t.echo t.echo
type Item = { name: string; price: number };
interface Report { total: number; names: string[] }
async function load(name: string, price: number): Promise<Item> {
  const item = (await t.echo({ name, price })) as Item;
  return item;
}
const items: Item[] = await Promise.all([load('a', 2), load('b', 4)]);
const report: Report = {
  total: items.reduce((sum: number, item: Item) => sum + item.price, 0),
  names: items.map(({ name }: Item): string => name),
};
return report;
