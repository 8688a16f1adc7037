// A script has no address.
// must-end: Syntax | completed "refused" | Uncaught
import.meta.url;
