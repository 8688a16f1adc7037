// Names that contain await are names.
// expect: completed 1
const awaited = 1;
awaited;
