// A run that uses up its fuel.
// expect-error: OutOfFuel RUN_OUT_OF_FUEL
// limit: fuel=100
for (;;);
