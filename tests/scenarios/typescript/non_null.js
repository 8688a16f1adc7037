// Non-null assertions, also after optional chains.
// expect: completed [1, undefined]
const o: any = { a: { b: 1 } };
return [o!.a!.b!, o?.x?.y!];
