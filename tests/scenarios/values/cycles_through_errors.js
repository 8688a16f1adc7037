// An error that is its own cause.
// expect: completed ["&1 Error(\"m\", {\"cause\": *1})", &1 Error("m", {"cause": *1}), &2 Error("m", {"cause": *2})]
const make = () => (((e) => ((e.cause = e), e))(new Error("m")));
[await t.text(make()), await t.echo(make()), t.sync.echo(make())];
