#include "tests/pause_property/script_maker.h"

#include "src/base/random.h"

namespace modebox::tests {
namespace {

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {}

  std::string script() {
    const std::string body = statements("main", 2);
    return "const log = (branch, ...values) => console.log(branch + ' ' + "
           "JSON.stringify(values));\n"
           "const mix = (a, b) => (a * 31 + b) % 1000003;\n"
           "let acc = " +
           number(100) + ";\n" + body +
           "log('main', 'end', Math.floor(Math.random() * 1e6), Date.now());\n"
           "[acc, new Map([[acc, { nested: [acc] }]])]\n";
  }

 private:
  std::uint64_t pick(std::uint64_t count) { return random_.next() % count; }
  std::string number(std::uint64_t below) { return std::to_string(pick(below)); }
  std::string name(const char* prefix) { return prefix + std::to_string(++names_); }
  std::string call() { return "await t.num(" + number(50) + ", acc % 97)"; }
  std::string take(const std::string& value) { return "acc = mix(acc, " + value + ");\n"; }
  std::string print(const std::string& branch) { return "log('" + branch + "', acc);\n"; }

  std::string statements(const std::string& branch, int depth) {
    std::string out;
    for (std::uint64_t left = 1 + pick(depth == 2 ? 4 : 2); left > 0; --left) {
      out += statement(branch, depth);
    }
    return out;
  }

  std::string statement(const std::string& branch, int depth) {
    switch (pick(depth > 0 ? 15 : 12)) {
      case 0:
        return attempt(branch);
      case 1:
        return generator();
      case 2:
        return async_generator();
      case 3:
        return with_class();
      case 4:
        return timer(branch);
      case 5:
        return big_closure();
      case 6:
        return weak_reference();
      case 7:
        return cyclic_map();
      case 8:
        return race();
      case 9:
        return exotic_values();
      case 10:
        return take(call()) + print(branch);
      case 11:
        return urls();
      case 12:
        return "for (let i = 0; i < " + std::to_string(1 + pick(3)) + "; i++) {\n" +
               statements(branch, depth - 1) + "}\n";
      default:
        return all(branch, depth);
    }
  }

  std::string attempt(const std::string& branch) {
    const std::string inner = pick(2) == 0 ? "await t.boom(" + number(9) + ");" : take(call());
    return "try { " + inner + " } catch (error) { log('" + branch +
           "', error.name, error.message, error.code); " + take("error.message.length") +
           "} finally { " + take(call()) + "}\n";
  }

  std::string generator() {
    const std::string g = name("g");
    return "function* " + g + "() { for (let k = 0; k < 4; k++) yield k * " + number(9) +
           "; }\nfor (const k of " + g + "()) { " + take("k") + "if (k % 2 === 0) { " +
           take(call()) + "} }\n";
  }

  std::string async_generator() {
    const std::string g = name("g");
    return "async function* " + g +
           "(n) { for (let k = 0; k < n; k++) yield await t.num(k, n); }\n"
           "for await (const k of " +
           g + "(2)) { " + take("k") + "}\n";
  }

  std::string with_class() {
    const std::string c = name("C");
    return "class " + c + " { #sum = " + number(9) +
           "; async add(n) { this.#sum += await t.num(n, 1); return this; } "
           "get sum() { return this.#sum; } }\n"
           "{ const one = new " +
           c + "(); await one.add(" + number(9) + "); " + take("(await one.add(acc % 7)).sum") +
           "}\n";
  }

  std::string timer(const std::string& branch) {
    return "await new Promise((resolve) => setTimeout(resolve, " + number(40) + "));\n" +
           take(call()) + print(branch);
  }

  std::string big_closure() {
    const std::string f = name("f");
    return "const " + f +
           " = ((big) => async (n) => big[n % big.length] + (await t.num(n, 2)) + "
           "big.length)(Array.from({ length: 3000 }, (_, i) => i ^ acc));\n" +
           take("await " + f + "(acc)");
  }

  std::string weak_reference() {
    const std::string o = name("o");
    return "{ const " + o + " = { value: acc }; const weak = new WeakRef(" + o + ");\n" +
           take(call()) + take("weak.deref().value + " + o + ".value") + "}\n";
  }

  std::string cyclic_map() {
    const std::string m = name("m");
    return "{ const " + m + " = new Map([['a', 1]]); " + m + ".set('self', " + m + "); " + m +
           ".set(" + m + ", new Set([" + m + ", acc]));\n" + take(call()) +
           take(m + ".get('self').get(" + m + ").size + " + m + ".size") + "}\n";
  }

  std::string urls() {
    const std::string u = name("u");
    return "{ const " + u + " = new URL('http://h/p?n=' + acc + '#f'), query = " + u +
           ".searchParams; query.append('k', acc); const names = query.keys(); names.next();\n" +
           take(call()) + u +
           ".hostname = 'h' + acc % 9; query.append(names.next().value, '\u00fc');\n" +
           take(u + ".href.length + query.size + [...query].join().length") + "}\n";
  }

  std::string race() {
    const std::string kind = pick(2) == 0 ? "race" : "any";
    return "{ const both = [t.num(5, 1), t.num(5, 1)]; " +
           take("await Promise." + kind + "(both)") + take("(await Promise.all(both)).length") +
           "}\n";
  }

  std::string exotic_values() {
    return "{ const back = await t.echo({ big: 2n ** 70n, date: new Date(acc), map: new Map([[acc, "
           "-0]]), bytes: new Uint8Array([acc % 256]), text: 'a\\u0000\\ud800' });\n" +
           take(
               "Number(back.big % 1009n) + back.date.getTime() + back.bytes[0] + "
               "back.text.length") +
           "}\n";
  }

  /// Branches of their own, each with an accumulator of its own.
  std::string all(const std::string& branch, int depth) {
    std::string out = "{ const parts = await Promise.all([\n";
    for (std::uint64_t i = 0; i < 2 + pick(2); ++i) {
      const std::string label = branch + "." + name("b");
      out += "(async (start) => { let acc = start;\n" + statements(label, depth - 1) +
             "return acc; })(acc + " + std::to_string(i) + "),\n";
    }
    return out + "]);\nfor (const part of parts) " + take("part") + "}\n" + print(branch);
  }

  SeededRandom random_;
  int names_ = 0;
};

}  // namespace

std::string make_script(std::uint64_t seed) { return Maker(seed).script(); }

}  // namespace modebox::tests
