// call-function: yes
// generated: yes
// expect: completed 5
return 'Here is the script.\n\n```ts\nasync () => 5\n```\nIt gives 5.\n';
