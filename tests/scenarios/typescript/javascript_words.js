// Words of TypeScript are names in JavaScript.
// expect: completed [1, 2, 3, 4, 5]
var type = 1, declare = 2, namespace = 3;
const abstract = { as: 4, enum: 5 };
return [type, declare, namespace, abstract.as, abstract.enum];
