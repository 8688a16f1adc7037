// Map and Set with string keys: counting words, then looking all of them up.
(() => {
  const words = [];
  for (let i = 0; i < 5000; i++) words.push('word' + ((i * 7919) % 5003).toString(36));
  let check = 0;
  for (let round = 0; round < 50; round++) {
    const counts = new Map();
    for (let i = 0; i < words.length; i++) {
      const key = words[(i * (round + 1)) % words.length];
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    for (const [word, count] of counts) check = (Math.imul(check, 31) + word.length * count) | 0;
    const seen = new Set(counts.keys());
    for (const word of words) if (seen.has(word)) check = (check + 1) | 0;
    for (let i = 0; i < words.length; i += 2) counts.delete(words[i]);
    check = (check + counts.size) | 0;
  }
  return check >>> 0;
})()
