// Without a return the value is that of the last expression.
// expect: completed 6
const list: number[] = [1, 2, 3];
list.reduce((a: number, b: number): number => a + b, 0) as number;
