// call-function: yes
// expect-error: NotSerializable
(class { constructor() { console.log('ran') } });
