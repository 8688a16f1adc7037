// A script that catches the error sees the language's own.
// expect: completed "not a function, x is not defined, require is not defined"
const messages = [];
for (const f of [() => t.ecko(), () => x, () => require('fs')]) {
  try {
    f();
  } catch (e) {
    messages.push(e.message);
  }
}
messages.join(', ');
