// Strings: building by +=, by template and by join, then reading back by
// charCodeAt, indexOf, slice and split.
(() => {
  function hash(text) {
    let h = 0;
    for (let i = 0; i < text.length; i++) h = (Math.imul(h, 31) + text.charCodeAt(i)) | 0;
    return h;
  }
  let check = 0;
  for (let round = 0; round < 12; round++) {
    let text = '';
    for (let i = 0; i < 30000; i++) text += String.fromCharCode(97 + ((i * 7 + round) % 26));
    check = (check + hash(text)) | 0;
    const lines = [];
    for (let i = 0; i < 10000; i++) lines.push(`${i}: customer ${i % 97} owes ${(i * 37) % 1009} EUR`);
    const page = lines.join('\n');
    let at = 0;
    let found = 0;
    while ((at = page.indexOf('owes 7', at)) >= 0) {
      found = (found + Number(page.slice(at + 5, page.indexOf(' ', at + 5)))) | 0;
      at++;
    }
    const words = page.split(' ');
    let upper = '';
    for (let i = 0; i < words.length; i += 3) upper += words[i].toUpperCase() + '-';
    check = (Math.imul(check, 31) + found + words.length + upper.length) | 0;
  }
  return check >>> 0;
})()
