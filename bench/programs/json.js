// JSON: stringify and parse of nested records with text, numbers and arrays.
(() => {
  const customers = [];
  for (let i = 0; i < 400; i++) {
    customers.push({
      id: i,
      name: `Customer "${i}" \u00e9\n`,
      active: i % 3 === 0,
      score: i / 8,
      note: null,
      tags: ['a' + (i % 7), 'b' + (i % 11)],
      address: { street: `Street ${i * 3}`, zip: String(10000 + i), geo: [i * 0.5, -i * 0.25] },
    });
  }
  let check = 0;
  let value = customers;
  for (let round = 0; round < 70; round++) {
    const text = JSON.stringify(value);
    value = JSON.parse(text);
    check = (Math.imul(check, 31) + text.length + value[round].address.zip.length + value[round].id) | 0;
  }
  check = (check + JSON.stringify(value, null, 2).length) | 0;
  return check >>> 0;
})()
