// Sorting: numbers by comparator, strings by default order, records by two keys.
(() => {
  let state = 12345;
  const random = () => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff);
  let check = 0;
  for (let round = 0; round < 5; round++) {
    const numbers = Array.from({ length: 25000 }, random);
    numbers.sort((a, b) => a - b);
    for (let i = 0; i < numbers.length; i += 97) check = (Math.imul(check, 31) + numbers[i]) | 0;
    const names = Array.from({ length: 8000 }, () => 'n' + (random() % 100000).toString(36));
    names.sort();
    check = (check + names[100].length * 7 + names[4000].charCodeAt(1) + names[7999].charCodeAt(2)) | 0;
    const records = Array.from({ length: 10000 }, (_, id) => ({ id, city: random() % 50, age: random() % 90 }));
    records.sort((a, b) => a.city - b.city || b.age - a.age);
    for (let i = 0; i < records.length; i += 53) check = (Math.imul(check, 31) + records[i].id) | 0;
  }
  return check >>> 0;
})()
