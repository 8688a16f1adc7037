// Strings of every plane cross.
// expect: completed ["[\"\", \"a\", \"é\", \"中\", \"😀\", \"a\\\"b\\\\c\\n\"]", ["", "a", "é", "中", "😀", "a\"b\\c\n"], ["", "a", "é", "中", "😀", "a\"b\\c\n"]]
const make = () => (['', 'a', '\u00e9', '\u4e2d', '\u{1f600}', 'a"b\\c\n']);
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
