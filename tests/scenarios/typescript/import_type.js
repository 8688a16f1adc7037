// Imports and exports of types go, whatever else the script does.
// expect: completed 1
import type { Issue } from 'github';
export type Id = Issue['id'];
return 1 as Id;
