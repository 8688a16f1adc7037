// Dates cross, invalid ones too.
// expect: completed ["[Date(0), Date(1700000000123), Date(-1), Date(NaN), Date(8640000000000000)]", [Date(0), Date(1700000000123), Date(-1), Date(NaN), Date(8640000000000000)], [Date(0), Date(1700000000123), Date(-1), Date(NaN), Date(8640000000000000)]]
const make = () => ([new Date(0), new Date(1700000000123), new Date(-1), new Date(NaN), new Date(8.64e15)]);
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
