// Awaiting and returning at the top work in TypeScript, too.
// expect: completed {"n": 2}
// calls: t.echo
const n: number = await t.echo(1) as number;
if (n > 5) return null as any;
return { n: n + 1 } as { n: number };
