// call-function: yes
// expect: completed 2
async (): Promise<number> => {
  const one: number = 1;
  return one + 1;
};
