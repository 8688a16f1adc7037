// call-function: yes
// expect-error: Uncaught E_BOOM
// calls: t.boom=failed
async () => {
  await t.boom();
};
