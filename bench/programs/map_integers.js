// Map and Set with integer keys: inserts, lookups, deletes.
(() => {
  let check = 0;
  for (let round = 0; round < 12; round++) {
    const map = new Map();
    for (let i = 0; i < 20000; i++) map.set((i * 7919 + round) & 0x3ffff, i);
    for (let i = 0; i < 40000; i++) {
      const value = map.get((i * 31) & 0x3ffff);
      if (value !== undefined) check = (check + value) | 0;
    }
    for (let i = 0; i < 20000; i += 2) map.delete((i * 7919 + round) & 0x3ffff);
    const set = new Set(map.values());
    check = (Math.imul(check, 31) + map.size + set.size) | 0;
  }
  return check >>> 0;
})()
