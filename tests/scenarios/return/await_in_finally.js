// A finally may await before the script ends.
// expect: completed 1
// records: ["cleanup"]
try {
  return 1;
} finally {
  await t.rec('cleanup');
}
