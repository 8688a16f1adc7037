// 1,000 URLs as scripts meet them, each parsed ten times. Gives the sum of their lengths in the end.
(() => {
  const forms = [
    (i) => `https://example.com/`,
    (i) => `https://www.example.com/path/to/page-${i}.html`,
    (i) => `https://api.example.com/v1/users/${i}/orders?limit=50&offset=${i * 50}&sort=-created`,
    (i) => `http://user${i}:secret@host.example.org:8080/a/b/c?x=1#section-${i}`,
    (i) => `https://cdn.example.net/assets/${i}/app.min.js?v=${i}.${i}.${i}`,
    (i) => `HTTPS://WWW.Example.COM:443/Some/../Path/./${i}`,
    (i) => `https://search.example.com/?q=${'caf\u00e9 ' + i}&hl=en`,
    (i) => `https://b\u00fccher.example/regal/${i}`,
    (i) => `http://192.168.0.${i % 256}:3000/health`,
    (i) => `http://[2001:db8::${i.toString(16)}]/`,
    (i) => `file:///usr/share/doc/package-${i}/README.md`,
    (i) => `data:text/plain;charset=utf-8,hello%20${i}`,
    (i) => `mailto:user${i}@example.com?subject=Hello%20World`,
    (i) => `wss://stream.example.com/socket?token=${'0123456789abcdef'.repeat(4)}${i}`,
    (i) => `https://github.com/owner-${i}/repository/blob/main/src/lib/index.ts#L${i}-L${i + 20}`,
    (i) => `https://maps.example.com/@52.52${i},13.405,12z/data=!3m1!4b1!4m6!3m5`,
    (i) => `https://example.com/${'segment/'.repeat(12)}${i}`,
    (i) => `https://shop.example.com/item?utm_source=newsletter&utm_medium=email&utm_campaign=${i}&ref=a%2Fb%2Fc`,
    (i) => `postgres://app:p%40ss@db-${i}.internal:5432/main?sslmode=require`,
    (i) => `https://s3.eu-west-1.amazonaws.com/bucket/key%20with%20spaces/${i}.json`,
  ];
  const urls = Array.from({ length: 1000 }, (_, i) => forms[i % forms.length](i));
  let sum = 0;
  for (let round = 0; round < 10; round++) {
    for (const text of urls) sum += new URL(text).href.length;
  }
  return sum;
})();
