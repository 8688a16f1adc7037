// Scripts that fetch, against servers of this machine.
#include "src/fetch/fetch_tool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <mutex>
#include <thread>

#include "modebox/engine.h"
#include "src/net/testing/test_server.h"

namespace modebox::fetch {
namespace {

using net::testing::header_of;
using net::testing::ok;
using net::testing::Peer;
using net::testing::request_line;
using net::testing::TestCa;
using net::testing::TestServer;
using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::chrono_literals;

std::string describe(const RunResult& result) {
  if (const RunError* error = result.error()) return error->code + ": " + error->message;
  return result.interrupted() != nullptr ? "interrupted" : "completed";
}

/// What a server was asked, and its answers. Thread-safe.
class Script {
 public:
  TestServer::Serve serve(std::function<std::string(const std::string& head)> answer) {
    return [this, answer = std::move(answer)](Peer& peer) {
      const std::string head = peer.read_head();
      const std::string length = header_of(head, "content-length");
      const std::string body = length.empty() ? "" : peer.read(std::stoul(length));
      {
        const std::lock_guard lock(mutex_);
        heads_.push_back(head);
        bodies_.push_back(body);
      }
      peer.send(answer(head));
    };
  }
  std::vector<std::string> heads() const {
    const std::lock_guard lock(mutex_);
    return heads_;
  }
  std::vector<std::string> bodies() const {
    const std::lock_guard lock(mutex_);
    return bodies_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> heads_, bodies_;
};

class Fetching : public ::testing::Test {
 protected:
  Fetching() {
    EngineOptions options;
    options.secrets = {std::string(32, 'k')};
    engine = std::make_unique<Engine>(*Engine::create(options));
  }

  static Tool make(FetchOptions options, std::shared_ptr<net::Resolver> resolver = nullptr) {
    Result<Tool> tool = make_tool(std::move(options), std::move(resolver));
    EXPECT_TRUE(tool.ok()) << (tool.ok() ? "" : tool.error().message);
    return *std::move(tool);
  }
  static FetchOptions to(const TestServer& server) {
    FetchOptions options;
    options.hosts = {server.authority()};
    options.methods = {"GET", "HEAD", "POST", "PUT"};
    return options;
  }
  static Toolbox box(Tool tool) {
    Toolbox tools;
    EXPECT_TRUE(tools.add(std::move(tool)).ok());
    return tools;
  }
  RunResult run(const std::string& source, const Toolbox& tools, const RunOptions& options = {}) {
    return engine->run("const url = " + quoted_ + ";\n" + source, tools, options);
  }
  void at(const std::string& url) { quoted_ = "'" + url + "'"; }

  /// [code, message] of the error that a fetch of `url` gives.
  std::pair<std::string, std::string> failure_of(const std::string& url, const Toolbox& tools,
                                                 const std::string& init = "{}") {
    at(url);
    const RunResult result = run("try { await (await fetch(url, " + init +
                                     ")).text(); ['', ''] } catch (e) { [e.code, e.message] }",
                                 tools);
    if (result.value() == nullptr) return {describe(result), ""};
    const Value& code = (*result.value())[0];
    return {code.is_string() ? std::string(code.as_string()) : "no code",
            std::string((*result.value())[1].as_string())};
  }

  std::unique_ptr<Engine> engine;

 private:
  std::string quoted_ = "''";
};

TEST_F(Fetching, AScriptGetsAResponse) {
  Script script;
  const TestServer server(script.serve([](const std::string&) {
    return ok(R"({"a": "\u00fc"})", "Content-Type: application/json\r\nX-Two: 1\r\nX-Two: 2\r\n");
  }));
  at(server.url("/path?q=1"));
  const RunResult result = run(
      "const r = await fetch(url, {headers: {'X-Mine': 'yes'}});"
      "[r.status, r.statusText, r.ok, r.url, r.redirected, r.headers.get('x-two'), await r.json()]",
      box(make(to(server))));
  ASSERT_NE(result.value(), nullptr) << describe(result);
  EXPECT_EQ(*result.value(), Value::array({200, "OK", true, server.url("/path?q=1"), false, "1, 2",
                                           Value::object({{"a", "\u00fc"}})}));
  ASSERT_EQ(script.heads().size(), 1u);
  EXPECT_EQ(request_line(script.heads()[0]), "GET /path?q=1 HTTP/1.1");
  EXPECT_EQ(header_of(script.heads()[0], "x-mine"), "yes");
}

TEST_F(Fetching, BodiesAreSentAsTheyAre) {
  Script script;
  const TestServer server(script.serve([](const std::string&) { return ok("fine"); }));
  at(server.url());
  const RunResult result = run(
      "await fetch(url, {method: 'POST', body: JSON.stringify({n: 1})});"
      "await fetch(url, {method: 'PUT', body: new Uint8Array([0, 255, 10])});"
      "await (await fetch(url, {method: 'POST', body: new URLSearchParams({a: 'b c'})})).text()",
      box(make(to(server))));
  ASSERT_NE(result.value(), nullptr) << describe(result);
  EXPECT_THAT(script.bodies(), ElementsAre("{\"n\":1}", std::string("\0\xff\n", 3), "a=b+c"));
  EXPECT_EQ(header_of(script.heads()[2], "content-type"),
            "application/x-www-form-urlencoded;charset=UTF-8");
}

TEST_F(Fetching, ManyAtOnce) {
  Script script;
  const TestServer server(
      script.serve([](const std::string& head) { return ok(request_line(head).substr(4, 3)); }));
  at(server.url());
  const RunResult result = run(
      "const all = await Promise.all(Array.from({length: 40}, (_, i) => fetch(url + (10 + i))));"
      "(await Promise.all(all.map((r) => r.text()))).join()",
      box(make(to(server))));
  ASSERT_NE(result.value(), nullptr) << describe(result);
  EXPECT_THAT(std::string(result.value()->as_string()), testing::StartsWith("/10,/11,"));
  EXPECT_EQ(script.heads().size(), 40u);
}

TEST_F(Fetching, HttpsTrustsTheCertificatesThatAreGiven) {
  const TestCa ca;
  Script script;
  const TestServer server(script.serve([](const std::string&) { return ok("secret"); }),
                          ca.issue({.addresses = {"127.0.0.1"}}));
  const std::string url = "https://" + server.authority() + "/";
  EXPECT_EQ(failure_of(url, box(make(to(server)))).first, "E_FETCH_TLS");
  FetchOptions options = to(server);
  options.extra_ca_pem = ca.pem();
  const auto [code, message] = failure_of(url, box(make(options)));
  EXPECT_EQ(code, "") << message;
}

TEST_F(Fetching, AnAnswerThatIsCompressedIsNot) {
  // What `printf 'hello hello hello' | gzip -n` gives.
  const std::string gzip(
      "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xcb\x48\xcd\xc9\xc9\x57\xc8\x40\x90\x00\x80\x88\xf9"
      "\xe5"
      "\x11\x00\x00\x00",
      28);
  Script script;
  const TestServer server(
      script.serve([&](const std::string&) { return ok(gzip, "Content-Encoding: gzip\r\n"); }));
  at(server.url());
  const RunResult result = run("await (await fetch(url)).text()", box(make(to(server))));
  ASSERT_NE(result.value(), nullptr) << describe(result);
  EXPECT_EQ(*result.value(), Value("hello hello hello"));
}

TEST_F(Fetching, HostsAndMethodsThatAreNotAllowedFailBeforeAnybodyIsAsked) {
  const auto resolver = std::make_shared<net::ScriptedResolver>();
  resolver->add("evil.test", {net::Address::loopback_v4()});
  FetchOptions options;
  options.hosts = {"api.test"};
  const Toolbox tools = box(make(options, resolver).approval(Approval::always()));
  const auto [code, message] = failure_of("https://evil.test/", tools);
  EXPECT_EQ(code, "E_FETCH_HOST_NOT_ALLOWED");
  EXPECT_EQ(message, "fetch failed: the host evil.test is not among the allowed hosts: api.test");
  EXPECT_EQ(resolver->lookups("evil.test"), 0);
  EXPECT_EQ(failure_of("https://api.test/", tools, "{method: 'POST'}").first,
            "E_FETCH_METHOD_NOT_ALLOWED");
  EXPECT_EQ(failure_of("https://api.test/", tools).first, "interrupted");
}

TEST_F(Fetching, ANameThatLeadsToThisMachineIsRefused) {
  Script script;
  const TestServer server(script.serve([](const std::string&) { return ok("internal"); }));
  const std::string port = std::to_string(server.port());
  const auto resolver = std::make_shared<net::ScriptedResolver>();
  resolver->add("localtest.test", {net::Address::loopback_v4()});
  FetchOptions options;
  options.hosts = {"localtest.test:" + port, server.authority()};
  const std::string url = "http://localtest.test:" + port + "/";
  const auto [code, message] = failure_of(url, box(make(options, resolver)));
  EXPECT_EQ(code, "E_FETCH_ADDRESS_NOT_ALLOWED");
  EXPECT_THAT(message, testing::Not(HasSubstr("127.")));
  EXPECT_TRUE(script.heads().empty());
  options.hosts.push_back("127.0.0.0/8:" + port);
  EXPECT_EQ(failure_of(url, box(make(options, resolver))).first, "");
}

TEST_F(Fetching, AnyHostIsNoPrivateAddressHoweverItIsSpelt) {
  Script script;
  const TestServer server(script.serve([](const std::string&) { return ok("internal"); }));
  const std::string port = ":" + std::to_string(server.port()) + "/";
  FetchOptions options;
  options.hosts = {"*", "*" + port.substr(0, port.size() - 1)};
  Result<Tool> any = make_tool(options, nullptr);
  if (!any) {
    options.hosts = {"*"};
    any = make_tool(options, nullptr);
  }
  ASSERT_TRUE(any.ok()) << any.error().message;
  const Toolbox tools = box(*any);
  for (const std::string host : {"127.0.0.1", "127.1", "0x7f000001", "2130706433", "0177.0.0.1",
                                 "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "localhost",
                                 "169.254.169.254", "10.0.0.1", "[fd00::1]", "[64:ff9b::7f00:1]"}) {
    const auto [code, message] = failure_of("http://" + host + port, tools);
    EXPECT_TRUE(code == "E_FETCH_ADDRESS_NOT_ALLOWED" || code == "E_FETCH_HOST_NOT_ALLOWED")
        << host << ' ' << code << ' ' << message;
  }
  for (const std::string host : {"127.0.0.1", "169.254.169.254"}) {
    const auto [code, message] = failure_of("http://" + host + "/", tools);
    EXPECT_TRUE(code == "E_FETCH_ADDRESS_NOT_ALLOWED" || code == "E_FETCH_HOST_NOT_ALLOWED")
        << host << ' ' << code << ' ' << message;
  }
  EXPECT_TRUE(script.heads().empty());
}

TEST_F(Fetching, RedirectsAreJudgedAgain) {
  Script inside;
  const TestServer internal(inside.serve([](const std::string&) { return ok("internal"); }));
  Script script;
  const TestServer server(script.serve([&](const std::string& head) -> std::string {
    const std::string line = request_line(head);
    const std::string to = line.find("/out") != line.npos ? internal.url() : "/end";
    if (line.find("/end") != line.npos) return ok(line);
    return "HTTP/1.1 302 Found\r\nLocation: " + to + "\r\nContent-Length: 0\r\n\r\n";
  }));
  const Toolbox tools = box(make(to(server)));
  const auto [code, message] = failure_of(server.url("/out"), tools);
  EXPECT_EQ(code, "E_FETCH_HOST_NOT_ALLOWED") << message;
  EXPECT_TRUE(inside.heads().empty());

  at(server.url("/in"));
  const RunResult followed =
      run("const r = await fetch(url, {method: 'POST', body: 'x'}); [r.redirected, r.url, await "
          "r.text()]",
          tools);
  ASSERT_NE(followed.value(), nullptr) << describe(followed);
  EXPECT_EQ(*followed.value(), Value::array({true, server.url("/end"), "GET /end HTTP/1.1"}));
  const RunResult manual =
      run("const r = await fetch(url, {redirect: 'manual'}); [r.status, r.headers.get('location')]",
          tools);
  ASSERT_NE(manual.value(), nullptr) << describe(manual);
  EXPECT_EQ(*manual.value(), Value::array({302, "/end"}));
  EXPECT_EQ(failure_of(server.url("/in"), tools, "{redirect: 'error'}").first, "E_FETCH_REDIRECT");
  FetchOptions none = to(server);
  none.max_redirects = 0;
  EXPECT_EQ(failure_of(server.url("/in"), box(make(none))).first, "E_FETCH_REDIRECT");
}

TEST_F(Fetching, LimitsAreErrorsThatNameThem) {
  Script script;
  const TestServer server(script.serve([](const std::string& head) -> std::string {
    if (request_line(head).find("/slow") != std::string::npos) std::this_thread::sleep_for(2s);
    if (request_line(head).find("/chunks") == std::string::npos) return ok(std::string(2000, 'x'));
    return "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7d0\r\n" + std::string(2000, 'x') +
           "\r\n0\r\n\r\n";
  }));
  FetchOptions options = to(server);
  options.max_response_bytes = 1999;
  options.max_request_bytes = 2000;
  for (const char* path : {"/", "/chunks"}) {
    const auto [code, message] = failure_of(server.url(path), box(make(options)));
    EXPECT_EQ(code, "E_FETCH_TOO_LARGE") << path;
    EXPECT_THAT(message, HasSubstr("1999")) << path;
  }
  EXPECT_EQ(failure_of(server.url(), box(make(options)), "{method: 'POST', body: 'x'.repeat(2000)}")
                .first,
            "E_FETCH_TOO_LARGE");
  options.max_response_bytes = 2000;
  EXPECT_EQ(failure_of(server.url("/chunks"), box(make(options))).first, "");
  options.timeout = 100ms;
  EXPECT_EQ(failure_of(server.url("/slow"), box(make(options))).first, "E_FETCH_TIMEOUT");
}

TEST_F(Fetching, AnAnswerAsLargeAsTheDefaultsAllowEnters) {
  Script script;
  const TestServer server(
      script.serve([](const std::string&) { return ok(std::string(4'000'000, 'x')); }));
  at(server.url());
  const RunResult result = run("(await (await fetch(url)).text()).length", box(make(to(server))));
  ASSERT_NE(result.value(), nullptr) << describe(result);
  EXPECT_EQ(*result.value(), Value(4'000'000));
}

TEST_F(Fetching, WhatTheConnectionNeedsAScriptCanNotSay) {
  Script script;
  const TestServer server(script.serve([](const std::string&) { return ok("x"); }));
  const Toolbox tools = box(make(to(server)));
  for (const char* header : {"Host", "Content-Length", "Transfer-Encoding", "Connection", "Upgrade",
                             "TE", "Trailer", "Expect", "Keep-Alive", "Proxy-Authorization"}) {
    const auto [code, message] =
        failure_of(server.url(), tools, std::string("{headers: {'") + header + "': '1'}}");
    EXPECT_EQ(code, "E_FETCH_INVALID_REQUEST") << header;
  }
  EXPECT_TRUE(script.heads().empty());
}

TEST_F(Fetching, AbortingASignalClosesTheConnection) {
  std::promise<void> closed;
  std::atomic<bool> asked = false;
  const TestServer server([&](Peer& peer) {
    peer.read_head();
    asked = true;
    peer.read_all();
    closed.set_value();
  });
  at(server.url());
  const RunResult result = run(
      "const c = new AbortController(); setTimeout(() => c.abort(), 300);"
      "try { await fetch(url, {signal: c.signal}) } catch (e) { [e.name, e === c.signal.reason] }",
      box(make(to(server))));
  ASSERT_NE(result.value(), nullptr) << describe(result);
  EXPECT_EQ(*result.value(), Value::array({"AbortError", true}));
  EXPECT_EQ(result.calls.at(0).state, CallState::cancelled);
  EXPECT_TRUE(asked);
  EXPECT_EQ(closed.get_future().wait_for(10s), std::future_status::ready);
}

TEST_F(Fetching, ARunThatEndsBadlyClosesItsConnections) {
  std::promise<void> closed;
  const TestServer server([&](Peer& peer) {
    peer.read_head();
    peer.read_all();
    closed.set_value();
  });
  at(server.url());
  RunOptions options;
  options.limits.timeout = 500ms;
  const RunResult result = run("await fetch(url)", box(make(to(server))), options);
  ASSERT_NE(result.error(), nullptr);
  EXPECT_EQ(result.error()->code, "RUN_TIMEOUT");
  EXPECT_EQ(closed.get_future().wait_for(10s), std::future_status::ready);
}

TEST_F(Fetching, AnApprovedCallIsSentOnceByAnotherEngineAsItWasShown) {
  Script script;
  const TestServer server(script.serve([](const std::string&) { return ok("done"); }));
  at(server.url("/refunds"));
  EngineOptions options;
  options.secrets = {std::string(32, 'k')};
  const auto store = make_memory_continuation_store();
  options.store = store;
  const Toolbox first_tools = box(make(to(server)).approval(Approval::always()));
  RunResult first;
  {
    const Engine other = *Engine::create(options);
    first = other.run("const r = await fetch('" + server.url("/refunds") +
                          "', {method: 'POST', headers: {'X-Key': 'k'}, body: '{\"n\": 17}'});"
                          "[r.status, await r.text()]",
                      first_tools);
  }
  ASSERT_NE(first.interrupted(), nullptr) << describe(first);
  ASSERT_EQ(first.interrupted()->interruptions.size(), 1u);
  const Interruption& asked = first.interrupted()->interruptions[0];
  EXPECT_EQ(asked.tool, "fetch");
  EXPECT_EQ(
      asked.arguments.at(0),
      Value::object(
          {{"url", server.url("/refunds")},
           {"method", "POST"},
           {"headers", Value::array({Value::array({"content-type", "text/plain;charset=UTF-8"}),
                                     Value::array({"x-key", "k"})})},
           {"body", "{\"n\": 17}"},
           {"redirect", "follow"}}));
  EXPECT_TRUE(script.heads().empty());
  const Engine second = *Engine::create(options);
  const RunResult result = second.resume(first.interrupted()->continuation, {approve(asked.id)},
                                         box(make(to(server)).approval(Approval::always())));
  ASSERT_NE(result.value(), nullptr) << describe(result);
  EXPECT_EQ(*result.value(), Value::array({200, "done"}));
  EXPECT_THAT(script.bodies(), ElementsAre("{\"n\": 17}"));
}

TEST_F(Fetching, ADeniedCallFailsLikeThatOfAnyTool) {
  FetchOptions options;
  options.hosts = {"api.test"};
  const Toolbox tools = box(make(options).approval(Approval::always()));
  const RunResult first = run(
      "try { await fetch('https://api.test/') } catch (e) { [e.name, e.message, e.code] }", tools);
  ASSERT_NE(first.interrupted(), nullptr) << describe(first);
  const RunResult result =
      engine->resume(first.interrupted()->continuation,
                     {deny(first.interrupted()->interruptions[0].id, "Not today.")}, tools);
  ASSERT_NE(result.value(), nullptr) << describe(result);
  EXPECT_EQ(*result.value(), Value::array({"Error", "Not today.", "E_DENIED"}));
}

TEST_F(Fetching, APredicateSeesTheRequest) {
  Script script;
  const TestServer server(script.serve([](const std::string&) { return ok("x"); }));
  const Toolbox tools = box(make(to(server)).approval(Approval::when([](const HostCall& call) {
    return call.argument(0)["method"] != Value("GET");
  })));
  EXPECT_EQ(failure_of(server.url(), tools).first, "");
  EXPECT_EQ(failure_of(server.url(), tools, "{method: 'POST'}").first, "interrupted");
}

TEST_F(Fetching, ACallThatWaitsForConsentCanBeTakenBack) {
  FetchOptions options;
  options.hosts = {"api.test"};
  Toolbox tools = box(make(options).approval(Approval::always()));
  ASSERT_TRUE(tools.add(Tool("pass", [](const HostCall&) { return Value(); })).ok());
  const RunResult result = run(
      "const c = new AbortController(); const p = fetch('https://api.test/', {signal: c.signal});"
      "p.catch(() => {}); await pass(); c.abort('mine'); try { await p } catch (e) { e }",
      tools);
  ASSERT_NE(result.value(), nullptr) << describe(result);
  EXPECT_EQ(*result.value(), Value("mine"));
  EXPECT_EQ(result.calls.at(0).state, CallState::cancelled);
}

TEST_F(Fetching, ACallThatWaitsForItsPlaceCanBeTakenBack) {
  std::atomic<int> served = 0;
  const TestServer server([&](Peer& peer) {
    peer.read_head();
    ++served;
    std::this_thread::sleep_for(200ms);
    peer.send(ok("x"));
  });
  at(server.url());
  RunOptions options;
  options.limits.max_in_flight_host_calls = 1;
  const RunResult result =
      run("const c = new AbortController(); const a = fetch(url);"
          "const b = fetch(url, {signal: c.signal}).catch((e) => e.name); setTimeout(() => "
          "c.abort(), 20);"
          "[await b, (await a).status]",
          box(make(to(server))), options);
  ASSERT_NE(result.value(), nullptr) << describe(result);
  EXPECT_EQ(*result.value(), Value::array({"AbortError", 200}));
  EXPECT_EQ(served, 1);
}

TEST_F(Fetching, WhatItBringsTaintsTheRun) {
  Script script;
  const TestServer server(script.serve([](const std::string&) { return ok("x"); }));
  at(server.url());
  Toolbox tools = box(make(to(server)).source());
  ASSERT_TRUE(tools.add(Tool("post", [](const HostCall&) { return Value(1); }).sink()).ok());
  EXPECT_NE(run("await post()", tools).value(), nullptr);
  const RunResult result = run("await fetch(url); await post()", tools);
  ASSERT_NE(result.interrupted(), nullptr) << describe(result);
  EXPECT_EQ(result.interrupted()->interruptions[0].reason, InterruptionReason::data_flow);
}

TEST_F(Fetching, OnALentThreadToo) {
  Script script;
  const TestServer server(script.serve([](const std::string&) { return ok("x"); }));
  RunOptions options;
  options.inline_slices = true;
  const Toolbox tools = box(make(to(server)));
  for (int i = 0; i < 20; ++i) {
    std::promise<RunResult> done;
    engine->start("const c = new AbortController(); const p = fetch('" + server.url() +
                      "', {signal: c.signal}).catch((e) => e.name); c.abort();"
                      "[await p, await (await fetch('" +
                      server.url() + "')).text()]",
                  tools, options, [&](RunResult result) { done.set_value(std::move(result)); });
    const RunResult result = done.get_future().get();
    ASSERT_NE(result.value(), nullptr) << describe(result);
    EXPECT_EQ(*result.value(), Value::array({"AbortError", "x"}));
  }
}

TEST(FetchTool, RefusesOptionsThatMakeNoSense) {
  const auto refused = [](auto change) {
    FetchOptions options;
    options.hosts = {"api.test"};
    change(options);
    const Result<Tool> tool = fetch_tool(options);
    return tool.ok() ? "" : tool.error().message;
  };
  EXPECT_EQ(refused([](FetchOptions&) {}), "");
  EXPECT_THAT(refused([](FetchOptions& o) { o.hosts = {}; }), HasSubstr("at least one host"));
  EXPECT_THAT(refused([](FetchOptions& o) { o.hosts = {"https://"}; }), HasSubstr("https://"));
  EXPECT_THAT(refused([](FetchOptions& o) { o.methods = {}; }), HasSubstr("at least one method"));
  EXPECT_THAT(refused([](FetchOptions& o) { o.methods = {"post"}; }), HasSubstr("\"POST\""));
  EXPECT_THAT(refused([](FetchOptions& o) { o.methods = {"TRACE"}; }), HasSubstr("TRACE"));
  EXPECT_THAT(refused([](FetchOptions& o) { o.methods = {"*"}; }), HasSubstr("list those"));
  EXPECT_THAT(refused([](FetchOptions& o) { o.timeout = 0ms; }), HasSubstr("positive"));
  EXPECT_THAT(refused([](FetchOptions& o) { o.max_redirects = 21; }), HasSubstr("max_redirects"));
  EXPECT_NE(refused([](FetchOptions& o) { o.proxy = "not a url"; }), "");
  EXPECT_NE(refused([](FetchOptions& o) { o.extra_ca_pem = "not PEM"; }), "");
}

TEST(FetchTool, OnlyAToolThatIsNamedFetchCanBeBehindIt) {
  Toolbox tools;
  Tool other("get", [](const HostCall&) { return Value(); });
  EXPECT_FALSE(tools.add(other.web_fetch()).ok());
  Tool blocking("fetch", [](const HostCall&) { return Value(); });
  EXPECT_FALSE(tools.add(blocking.web_fetch().synchronous()).ok());
  Tool own("fetch", [](const HostCall&) { return Value(); });
  EXPECT_TRUE(tools.add(own.web_fetch()).ok());
}

TEST(FetchTool, IsDeclaredForAModel) {
  FetchOptions options;
  options.hosts = {"api.test", "*/evil"};
  EXPECT_FALSE(fetch_tool(options).ok());
  options.hosts = {"api.test", "*.wide.test"};
  Toolbox tools;
  ASSERT_TRUE(tools.add(*fetch_tool(options)).ok());
  EXPECT_THAT(tools.declarations(), HasSubstr("Allowed hosts: api.test, *.wide.test."));
  EXPECT_THAT(tools.declarations(), HasSubstr("Allowed methods: GET, HEAD."));
  EXPECT_THAT(tools.declarations(), testing::Not(HasSubstr("function fetch")));
}

}  // namespace
}  // namespace modebox::fetch
