// A cycle through every container leaves as it is.
// must-end: completed &1 {"list": [Map{"set" => Set{*1}}]}
const o = { list: [] };
o.list.push(new Map([['set', new Set([o])]]));
return o;
