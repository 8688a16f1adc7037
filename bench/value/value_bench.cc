// Microbenchmarks of values and their codecs, for whoever changes src/value:
//   build/release/value_bench
#include <benchmark/benchmark.h>

#include "modebox/json.h"
#include "src/value/cbor_decode.h"
#include "src/value/cbor_encode.h"
#include "src/value/random_value.h"

namespace modebox {
namespace {

Value small_object() {
  return Value::object({{"id", 4711},
                        {"name", "Ada Lovelace"},
                        {"email", "ada.lovelace@example.com"},
                        {"active", true},
                        {"balance", 1234.56}});
}

Value rows(int count) {
  Value rows = Value::array();
  for (int i = 0; i < count; ++i) rows.push(small_object());
  return rows;
}

void make_small_object(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(small_object());
}
BENCHMARK(make_small_object);

void encode_value(benchmark::State& state, const Value& value) {
  std::vector<std::byte> out;
  for (auto _ : state) {
    out.clear();
    benchmark::DoNotOptimize(value::encode_to(out, value).ok());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * out.size()));
}
BENCHMARK_CAPTURE(encode_value, small_object, small_object());
BENCHMARK_CAPTURE(encode_value, thousand_rows, rows(1000));

void decode_value(benchmark::State& state, const Value& value) {
  const auto bytes = *value::encode(value);
  for (auto _ : state) benchmark::DoNotOptimize(value::decode(bytes).ok());
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes.size()));
}
BENCHMARK_CAPTURE(decode_value, small_object, small_object());
BENCHMARK_CAPTURE(decode_value, thousand_rows, rows(1000));

Value shared_rows() {
  const Value row = small_object();
  Value all = Value::array();
  for (int i = 0; i < 1000; ++i) all.push(row);
  return all;
}
BENCHMARK_CAPTURE(encode_value, thousand_references, shared_rows());
BENCHMARK_CAPTURE(decode_value, thousand_references, shared_rows());

void write_json(benchmark::State& state) {
  const Value value = rows(1000);
  for (auto _ : state) benchmark::DoNotOptimize(to_json(value).ok());
}
BENCHMARK(write_json);

void read_json(benchmark::State& state) {
  const std::string text = *to_json(rows(1000));
  for (auto _ : state) benchmark::DoNotOptimize(from_json(text).ok());
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
}
BENCHMARK(read_json);

void find_in_object(benchmark::State& state) {
  Value object = Value::object();
  for (int i = 0; i < state.range(0); ++i) object.set("key" + std::to_string(i), i);
  const std::string key = "key" + std::to_string(state.range(0) - 1);
  for (auto _ : state) benchmark::DoNotOptimize(object.find(key));
}
BENCHMARK(find_in_object)->Arg(5)->Arg(10'000);

}  // namespace
}  // namespace modebox

BENCHMARK_MAIN();
