// Symbol.hasInstance runs within the script's time.
// must-end: Timeout
({}) instanceof { [Symbol.hasInstance]() { for (;;) {} } };
