// A script as a model writes it: 1 KB, of which a third is types.
type Severity = 'low' | 'medium' | 'high';
interface Issue { id: number; title: string; labels: string[]; severity?: Severity }
interface Summary<T extends string = Severity> { counts: Record<T, number>; oldest: Issue | null }

async function load(ids: readonly number[], known: Map<number, Issue>): Promise<Issue[]> {
  const found: Issue[] = [];
  for (const id of ids) {
    const issue = known.get(id)!;
    if (issue.severity !== undefined) found.push(issue as Issue);
  }
  return found;
}

const known = new Map<number, Issue>();
for (let id = 0; id < 40; id++) known.set(id, { id, title: `Issue ${id}`, labels: [], severity: 'low' });
const issues: Issue[] = await load([1, 2, 3], known);
const summary: Summary = { counts: { low: 0, medium: 0, high: 0 }, oldest: issues[0] ?? null };
issues.forEach((issue: Issue): void => { summary.counts[issue.severity as Severity]++; });
const text = JSON.stringify(summary satisfies Summary);
