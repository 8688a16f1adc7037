// Symbol.toPrimitive runs within the script's time.
// must-end: Timeout
`${{ [Symbol.toPrimitive]() { for (;;) {} } }}`;
