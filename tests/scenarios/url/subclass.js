// URL can be extended, and wants `new`.
// expect: completed ["http://h/ http://h", true, "TypeError"]
class Mine extends URL {
  get both() {
    return this.href + ' ' + this.origin;
  }
}
const mine = new Mine('http://h');
const refused = (() => {
  try {
    URL('http://h');
  } catch (e) {
    return e.name;
  }
})();
[mine.both, mine instanceof URL, refused];
