// A graph that doubles per level stays small.
// expect: completed ["[&1 [&2 [&3 [&4 [], *4], *3], *2], *1]", [&1 [&2 [&3 [&4 [], *4], *3], *2], *1], [&5 [&6 [&7 [&8 [], *8], *7], *6], *5]]
const make = () => (((d) => { for (let i = 0; i < 4; i++) d = [d, d]; return d; })([]));
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
