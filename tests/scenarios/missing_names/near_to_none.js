// Without anything near, the names of the group are told, at most ten.
// expect-error: Uncaught RUN_UNCAUGHT TypeError "t.unheard_of is not a function. t has "
t.unheard_of();
