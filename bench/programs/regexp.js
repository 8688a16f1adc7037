// Regular expressions: matching, capturing and replacing over log lines.
(() => {
  const lines = [];
  for (let i = 0; i < 600; i++) {
    const ip = `${i % 223}.${(i * 7) % 256}.${(i * 13) % 256}.${(i * 29) % 256}`;
    const day = String(1 + (i % 28)).padStart(2, '0');
    lines.push(`${ip} - - [2024-03-${day}T10:${String(i % 60).padStart(2, '0')}:00Z] "GET /items/${i * 17}?q=a${i}b HTTP/1.1" ${200 + (i % 5) * 100} ${i * 101}`);
  }
  const line = /^(\d{1,3}(?:\.\d{1,3}){3}) - - \[(\d{4})-(\d\d)-(\d\d)T([^\]]+)\] "(GET|POST) ([^ ?]+)(?:\?(\S*))? HTTP\/1\.[01]" (\d{3}) (\d+)$/;
  let check = 0;
  for (let round = 0; round < 20; round++) {
    for (const text of lines) {
      const m = line.exec(text);
      check = (Math.imul(check, 31) + Number(m[10]) + m[7].length + Number(m[4]) + (m[8] ? m[8].length : 0)) | 0;
    }
    const page = lines.join('\n');
    check = (check + page.replace(/\d+/g, (digits) => digits.length).length) | 0;
    check = (check + page.match(/[a-z]+\/\d+/gi).length) | 0;
    check = (check + page.split(/[\s.:]+/).length) | 0;
  }
  return check >>> 0;
})()
