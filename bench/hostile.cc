#include "bench/hostile.h"

namespace modebox::bench {
namespace {

constexpr Hostile programs[] = {
    {"loop", "for (;;) {}"},
    {"calls", "const f = (n) => (n < 2 ? n : f(n - 1) + f(n - 2)); f(90)"},
    {"catch", "for (;;) { try { for (;;) {} } catch {} }"},
    {"finally", "const f = () => { try { for (;;) {} } finally { f(); } }; f()"},
    {"promise catch",
     "const l = async () => { await 0; for (;;) {} }; for (;;) await l().catch(() => {})"},
    {"microtasks",
     "const again = () => Promise.resolve().then(again); again(); await new "
     "Promise(() => {})"},
    {"generators",
     "function* g() { for (;;) { try { yield 1; } finally { continue; } } } for "
     "(const x of g()) {}"},
    {"regular expression", "/^(a+)+$/.test('a'.repeat(40) + '!')"},
    {"regular expression, empty groups", "/^(?:(?:a?|b?)*)*c$/.test('ab'.repeat(40))"},
    {"indexOf", "[].indexOf.call({ length: 2 ** 53 - 1 }, 9)"},
    {"sort",
     "const a = Array.from({ length: 200000 }, (_, i) => i); a.sort(() => { for (;;) {} "
     "})"},
    {"sort without comparator",
     "const a = Array.from({ length: 50000 }, (_, i) => 'x'.repeat(40) + i); for (;;) "
     "a.reverse().sort()"},
    {"BigInt", "let a = 3n; for (;;) a = a ** 7n % (1n << 200000n)"},
    {"BigInt to text", "const a = 7n ** 300000n; for (;;) String(a)"},
    {"JSON",
     "const a = Array(20000).fill({ a: [1, 'x'] }); for (;;) JSON.parse(JSON.stringify(a))"},
    {"string search",
     "const a = 'a'.repeat(300000); for (;;) a.lastIndexOf('a'.repeat(150000) + "
     "'b')"},
    {"replace", "const a = 'x'.repeat(1 << 20); for (;;) a.replaceAll('x', 'y')"},
    {"proxies", "const p = new Proxy({}, { get: (t, k, r) => { for (;;) {} } }); p.x"},
    {"getter in the result", "({ get x() { for (;;) {} } })"},
    {"toString of the error",
     "throw { get message() { for (;;) {} }, toString() { for (;;) {} } }"},
    {"typed array", "const a = new Uint8Array(1 << 22); for (;;) a.fill(1).indexOf(2)"},
    {"waiting", "await new Promise((resolve) => setTimeout(resolve, 1e9))"},
};

}  // namespace

std::span<const Hostile> hostile_programs() { return programs; }

}  // namespace modebox::bench
