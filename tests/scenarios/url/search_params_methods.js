// The methods of URLSearchParams.
// expect: completed [["1", "3"], null, true, false, "b=2", "a=9&b=2", ["a", "b"], ["9", "2"], ["9a", "2b"], 2]
const params = new URLSearchParams('b=2&a=1&a=3');
const out = [params.getAll('a'), params.get('c'), params.has('a', '3'), params.has('a', '4')];
const copy = new URLSearchParams(params);
copy.delete('a');
out.push(copy.toString());
params.set('a', 9);
params.sort();
out.push(params.toString(), [...params.keys()], [...params.values()]);
const each = [];
params.forEach((value, name) => each.push(value + name));
out.push(each, params.size);
out;
