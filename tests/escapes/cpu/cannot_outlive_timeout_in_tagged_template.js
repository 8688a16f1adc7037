// A tag runs within the script's time.
// must-end: Timeout
const tag = () => {
  for (;;) tag.x = 1;
};
tag`${1}`;
