// A parameter that has the name of a group is not taken for the group.
// expect-error: Uncaught RUN_UNCAUGHT TypeError "not a function"
// message-lacks: t.
((t) => t.ecko())({});
