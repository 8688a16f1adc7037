// What crosses is one readable object.
// fetch: yes
// calls: fetch
// expect: completed [200, true, "text/plain",
//   "{\"url\": \"https://api.test/a%20b\", \"method\": \"POST\", \"headers\": [[\"content-type\", \"application/json\"]], \"body\": \"{}\", \"redirect\": \"follow\"}"]
const response = await fetch("https://API.test:443/a b#c", {
  method: "post",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({}),
});
[response.status, response.ok, response.headers.get("content-type"), await response.text()]
