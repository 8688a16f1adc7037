// call-function: yes
// expect-error: NotSerializable
t.echo;
