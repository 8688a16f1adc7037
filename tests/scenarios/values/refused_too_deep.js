// More than a thousand levels are refused.
// expect-error: NotSerializable RUN_NOT_SERIALIZABLE "1000"
let a = [];
for (let i = 0; i < 1100; i++) a = [a];
return a;
