// An empty block has no value: the one before it counts.
// expect: completed 1
1;
{
}
