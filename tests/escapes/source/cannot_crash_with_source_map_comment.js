// A comment that names another file opens nothing.
// generated: yes
// must-end: completed 1
return '1;\n//# sourceMappingURL=file:///etc/passwd\n//# sourceURL=/etc/passwd';
