// A script is no module.
// must-end: Syntax
import fs from 'fs';
fs;
