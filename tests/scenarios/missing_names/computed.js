// Names that the text does not spell out are not guessed.
// expect-error: Uncaught RUN_UNCAUGHT TypeError "not a function"
// message-lacks: t.
t['ec' + 'ko'](1);
