// A type of the program's own as a tool's parameter and result.
#include <iostream>

#include "modebox/engine.h"

// begin conversion
struct Point {
  double x = 0;
  double y = 0;
};

template <>
struct modebox::Conversion<Point> {
  static std::optional<Point> read(const Value& value, Mismatch& out) {
    Point point;
    for (const auto& [key, field] : {std::pair{"x", &point.x}, std::pair{"y", &point.y}}) {
      const auto number = Conversion<double>::read(value[key], out);
      if (!number) {
        out.path = std::string(".") + key + out.path;
        return std::nullopt;
      }
      *field = *number;
    }
    return point;
  }
  static Value write(const Point& point) { return Value::object({{"x", point.x}, {"y", point.y}}); }
};
// end conversion

int main() {
  const modebox::Engine engine = modebox::Engine::create().value();
  modebox::Toolbox tools;
  // begin use
  tools.add(modebox::Tool::of("geometry.mirror", [](Point p) { return Point{p.y, p.x}; })).value();
  // end use

  const modebox::RunResult good = engine.run("await geometry.mirror({ x: 1, y: 2 })", tools);
  std::cout << *good.value() << '\n';
  const modebox::RunResult bad = engine.run("await geometry.mirror({ x: 1, y: '2' })", tools);
  std::cout << bad.error()->name << ": " << bad.error()->message << '\n';
}
