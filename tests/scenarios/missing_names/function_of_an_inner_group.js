// In TypeScript, over lines, in a group within a group.
// expect-error: Uncaught RUN_UNCAUGHT TypeError "t.sync.ecko is not a function. Did you mean t.sync.echo?" at 7:4
interface A { é: string }
const a: A = { é: "😀" };
const b: string = (a as A).é + t!
  .sync
  .ecko<string>(a.é);
