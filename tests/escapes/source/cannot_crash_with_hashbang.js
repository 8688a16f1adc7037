// A hashbang line is skipped or refused.
// generated: yes
// must-end: completed 1 | Syntax
return '#!/usr/bin/env node\n1;';
