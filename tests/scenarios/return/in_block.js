// A return within nested blocks.
// expect: completed 1
{
  {
    return 1;
  }
}
