// A block has the value of its last statement.
// expect: completed 2
{
  1;
  2;
}
