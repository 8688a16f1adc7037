// An await within a condition.
// expect: completed "yes"
if (await t.echo(true)) {
  'yes';
} else {
  'no';
}
