// A getter deep in the result runs within the script's time.
// must-end: Timeout
return { a: [1, { b: { get x() { for (;;) {} } } }] };
