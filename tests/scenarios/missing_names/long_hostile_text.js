// A text made to be slow to look through is not; what is too much work gets no hint.
// expect-error: Uncaught RUN_UNCAUGHT TypeError "not a function"
// message-lacks: t.
// generated: yes
// ends-within-ms: 2000
'(t,0);'.repeat(40000) + 't.ecko()'
