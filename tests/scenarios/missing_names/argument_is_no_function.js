// That an argument is no function says nothing of the name that is called.
// expect-error: Uncaught RUN_UNCAUGHT TypeError "not a function"
// message-lacks: is not
const list = [1];
list.map(3);
