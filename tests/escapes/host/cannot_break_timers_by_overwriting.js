// Timers work without the script's prototypes.
// must-end: completed "done"
const wait = setTimeout;
Array.prototype.push = () => { throw 1; };
Array.prototype.sort = () => { throw 2; };
Map.prototype.set = () => { throw 3; };
Map.prototype.get = () => { throw 4; };
globalThis.Promise = undefined;
await new (Object.getPrototypeOf((async () => {})()).constructor)((resolve) => wait(resolve, 1));
return 'done';
