// call-function: yes
// expect: completed "late"
return () => new Promise((resolve) => setTimeout(resolve, 5, 'late'));
