// call-function: yes
// expect-error: NotSerializable
() => () => 1;
