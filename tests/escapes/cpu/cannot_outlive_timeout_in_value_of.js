// valueOf runs within the script's time.
// must-end: Timeout
+{ valueOf() { for (;;) {} } };
