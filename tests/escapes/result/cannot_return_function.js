// A function is an error that names its path.
// must-end: NotSerializable
return { items: [1, 2, 3, { callback() {} }] };
