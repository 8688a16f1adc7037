// A BigInt, a Map or NaN has no type of JSON; a hole fits nothing.
// expect: completed ["a BigInt", "a Map", "a Date", "NaN", "input.items[1] must not be a hole"]
const wrong = [{ to: 1n }, { to: new Map() }, { to: new Date(0) }, { to: NaN }];
const texts = [];
for (const item of wrong) {
  const text = await t.order({ items: [item] }).catch((e) => e.message);
  texts.push(text.replace(/.*not /, '').replace('.', ''));
}
texts.push(await t.order({ items: [{}, , {}] }).catch((e) => e.message.replace('t.order: ', '').replace(/\.$/, '')));
return texts;
