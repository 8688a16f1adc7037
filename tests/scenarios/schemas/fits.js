// What fits reaches the tool as it is; a property that is undefined counts as absent.
// expect: completed [{"items": []}, ["a"], ["a", 2]]
const order = await t.order({ items: [] });
return [order, await t.move('a'), await t.move('a', 2)];
