// What would take the stripper hours is refused at once.
// expect-error: TypeScript RUN_TYPESCRIPT "too complex"
// generated: yes
// ends-within-ms: 1000
return '<T>('.repeat(28) + '1' + ')'.repeat(28);
