// With the option transform, an assertion in angle brackets is one.
// typescript: transform
// expect: completed 1
return <number>JSON.parse('1');
