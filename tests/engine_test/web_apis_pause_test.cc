// What of the web APIs survives a pause: listeners, decoders in the middle of a text, timeouts,
// random numbers. Each script runs to the end once without and once with a pause in the middle.
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <thread>

#include "modebox/engine.h"
#include "tests/engine_test/fixture.h"

namespace modebox::tests {
namespace {

/// Lets a continuation be used again and again, as nobody should.
class ForgetfulStore : public ContinuationStore {
 public:
  Result<std::string> id() override { return std::string(32, 'a'); }
  Result<ClaimOutcome> claim(const ContinuationClaim&, double) override {
    return ClaimOutcome::claimed;
  }
  Result<bool> start(const ContinuationClaim&) override { return true; }
  Status complete(const ContinuationClaim&) override { return done(); }
  Status release(const ContinuationClaim&) override { return done(); }
};

class WebApisAcrossAPause : public ::testing::Test {
 protected:
  WebApisAcrossAPause() {
    add(tools, Tool("ask", [](const HostCall& call) -> ToolResult {
                 return call.argument(0);
               }).approval(Approval::always()));
    add(tools, Tool("go_on", [](const HostCall& call) -> ToolResult { return call.argument(0); }));
  }

  /// Runs the source, approves whatever it asks for in an engine of its own each time, and gives
  /// how it ended.
  std::string end_of(std::string_view source, const RunOptions& options = {},
                     std::chrono::milliseconds pause = {}) {
    RunResult result = make_engine().run(source, tools, options);
    while (const Interrupted* waiting = result.interrupted()) {
      ++pauses;
      std::this_thread::sleep_for(pause);
      const std::string id = waiting->interruptions.at(0).id;
      const std::string token = waiting->continuation;
      result = make_engine().resume(token, {approve(id)}, tools, options);
    }
    return ending(result);
  }

  /// The same script without and with a pause at `PAUSE`, which must end alike.
  void expect_no_difference(std::string source, const RunOptions& options = {}) {
    const auto with = [&source](std::string_view call) {
      std::string text = source;
      const std::size_t at = text.find("PAUSE");
      return text.replace(at, 5, call);
    };
    const std::string straight = end_of(with("await go_on(1)"), options);
    EXPECT_NE(straight.find("completed"), std::string::npos) << straight;
    EXPECT_EQ(pauses, 0);
    EXPECT_EQ(end_of(with("await ask(1)"), options), straight);
    EXPECT_EQ(pauses, 1);
  }

  Engine make_engine() {
    EngineOptions options;
    options.secrets = {std::string(32, 'k')};
    options.store = store;
    return Engine::create(std::move(options)).value();
  }

  std::shared_ptr<ContinuationStore> store = std::make_shared<ForgetfulStore>();
  Toolbox tools;
  int pauses = 0;
};

TEST_F(WebApisAcrossAPause, AStreamingDecoderGoesOnInTheMiddleOfACharacter) {
  expect_no_difference(R"(
    const utf8 = new TextDecoder('utf-8', {fatal: true});
    const utf16 = new TextDecoder('utf-16le');
    let text = utf8.decode(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xf0, 0x9f), {stream: true});
    text += utf16.decode(Uint8Array.of(0x3d, 0xd8, 0x00), {stream: true});
    PAUSE;
    text += utf8.decode(Uint8Array.of(0x98, 0x80)) + utf16.decode(Uint8Array.of(0xde));
    [text, text === 'a\u{1f600}\u{1f600}'])");
}

TEST_F(WebApisAcrossAPause, SignalsKeepTheirListenersAndWhatDependsOnThem) {
  expect_no_difference(R"(
    const log = [];
    const controller = new AbortController();
    const target = new EventTarget();
    AbortSignal.any([controller.signal]).onabort = (e) => log.push('any', e.target.reason.name);
    controller.signal.addEventListener('abort', function (e) { log.push(this === controller.signal, e.isTrusted); },
                                       {once: true});
    target.addEventListener('x', (e) => log.push(e.detail), {signal: controller.signal});
    target.dispatchEvent(new CustomEvent('x', {detail: 'before'}));
    PAUSE;
    target.dispatchEvent(new CustomEvent('x', {detail: 'after'}));
    controller.abort();
    target.dispatchEvent(new CustomEvent('x', {detail: 'never'}));
    [log.join(), controller.signal.aborted, new DOMException('m', 'AbortError').code])");
}

TEST_F(WebApisAcrossAPause, ATimeoutRingsAfterwards) {
  RunOptions options;
  options.virtual_clock = 0;
  expect_no_difference(R"(
    const signal = AbortSignal.timeout(100);
    const heard = new Promise((resolve) => signal.addEventListener('abort', () => resolve(performance.now())));
    PAUSE;
    const before = signal.aborted;
    [before, await heard, signal.reason.name, performance.now()])",
                       options);
}

TEST_F(WebApisAcrossAPause, TimeSpentPausedCountsForATimeout) {
  const std::string end = end_of(R"(
    const started = performance.now();
    const signal = AbortSignal.timeout(50);
    const origin = performance.timeOrigin;
    await ask(1);
    await new Promise((resolve) => setTimeout(resolve, 0));
    [signal.aborted, performance.now() - started >= 120, performance.timeOrigin === origin])",
                                 {}, std::chrono::milliseconds(120));
  EXPECT_EQ(pauses, 1);
  EXPECT_NE(end.find("[true, true, true]"), std::string::npos) << end;
}

TEST_F(WebApisAcrossAPause, ATimeoutThatNobodyHearsDoesNotHoldTheRunAfterwardsEither) {
  const std::string end =
      end_of("const s = AbortSignal.timeout(3600000); await ask(1); await new Promise(() => {})");
  EXPECT_EQ(pauses, 1);
  EXPECT_NE(end.find("Stalled"), std::string::npos) << end;
}

TEST_F(WebApisAcrossAPause, SeededRandomBytesGoOnWhereTheyWere) {
  RunOptions options;
  options.seed = 3;
  expect_no_difference(R"(
    const first = [...crypto.getRandomValues(new Uint8Array(5))];
    PAUSE;
    [first.join(), crypto.randomUUID(), [...crypto.getRandomValues(new Uint8Array(5))].join()])",
                       options);
}

TEST_F(WebApisAcrossAPause, RandomBytesWithoutASeedAreNotInTheToken) {
  const RunResult first =
      make_engine().run("await ask(1); crypto.randomUUID()", tools, RunOptions{});
  ASSERT_NE(first.interrupted(), nullptr);
  // The same frozen run goes on twice.
  std::set<std::string> ends;
  for (int i = 0; i < 2; ++i) {
    const RunResult end =
        make_engine().resume(first.interrupted()->continuation,
                             {approve(first.interrupted()->interruptions.at(0).id)}, tools);
    ASSERT_NE(end.value(), nullptr) << ending(end);
    ends.insert(ending(end));
  }
  EXPECT_EQ(ends.size(), 2u);
}

}  // namespace
}  // namespace modebox::tests
