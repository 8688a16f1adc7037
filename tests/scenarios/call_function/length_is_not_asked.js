// A getter of the function would be code that runs before anybody decided to call it.
// call-function: yes
// expect-error: NotSerializable
Object.defineProperty(() => 1, 'length', { get() { console.log('asked'); return 0 } });
