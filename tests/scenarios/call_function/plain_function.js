// call-function: yes
// expect: completed [0, "object"]
function main() {
  return [arguments.length, typeof this];
}
main;
