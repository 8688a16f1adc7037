// What a client reaches: rules before the lookup, addresses after it, again for each redirect,
// through proxies, and only with the right certificate.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <string>
#include <vector>

#include "src/net/http_client.h"
#include "src/net/testing/test_ca.h"
#include "src/net/testing/test_proxy.h"
#include "src/net/testing/test_server.h"

namespace modebox::net {
namespace {

using namespace std::chrono_literals;
using testing::ok;
using testing::Peer;
using testing::TestCa;
using testing::TestProxy;
using testing::TestServer;

HttpClient client_for(const std::vector<std::string>& rules, HttpClientOptions options = {}) {
  options.rules = HostRules::parse(rules).value();
  return HttpClient::create(std::move(options)).value();
}

std::string kind(const Result<HttpResponse>& result) {
  return result ? "ok" : std::string(to_string(kind_of(result.error())));
}

Address address(const char* text) { return Address::parse(text).value(); }

/// With a name that resolves to the server, listed with the range that it is in.
struct Named {
  explicit Named(const TestServer& server) : port(std::to_string(server.port())) {
    resolver->add("a.test", {Address::loopback_v4()});
    resolver->add("b.test", {Address::loopback_v4()});
  }
  const std::string port;
  std::shared_ptr<ScriptedResolver> resolver = std::make_shared<ScriptedResolver>();
  std::vector<std::string> rules() const {
    return {"a.test:" + port, "b.test:" + port, "127.0.0.0/8:" + port};
  }
  std::string url(const std::string& name, const std::string& target = "/") const {
    return "http://" + name + ":" + port + target;
  }
};

TEST(ReachTest, AHostThatNoRuleNamesIsNotEvenLookedUp) {
  auto resolver = std::make_shared<ScriptedResolver>();
  resolver->add("secret.evil.test", {address("1.1.1.1")});
  const auto client = client_for({"api.example.com"}, {.resolver = resolver});
  const auto result = client.run({.url = "http://secret.evil.test/"});
  EXPECT_EQ("refused_by_rules", kind(result));
  EXPECT_EQ("http://secret.evil.test is not among the hosts that may be reached.",
            result.error().message);
  EXPECT_EQ(0, resolver->lookups("secret.evil.test"));
}

TEST(ReachTest, ANameThatResolvesToAPrivateAddressIsRefusedAndTheAddressNotTold) {
  TestServer server([](Peer& peer) { peer.send(ok("secret")); });
  for (const char* text : {"127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1",
                           "fd00:ec2::254", "0.0.0.0"}) {
    auto resolver = std::make_shared<ScriptedResolver>();
    resolver->add("api.example.com", {address(text)});
    std::string logged;
    const auto client =
        client_for({"api.example.com:" + std::to_string(server.port()), server.authority()},
                   {.resolver = resolver, .log = [&](std::string_view line) { logged += line; }});
    const auto result =
        client.run({.url = "http://api.example.com:" + std::to_string(server.port()) + "/"});
    EXPECT_EQ("refused_address", kind(result)) << text;
    EXPECT_EQ(std::string::npos, result.error().message.find(text)) << result.error().message;
    EXPECT_NE(std::string::npos, logged.find(address(text).text())) << logged;
  }
  EXPECT_EQ(0, server.connections());
}

TEST(ReachTest, ANameIsLookedUpOnceSoThatASecondAnswerIsNotUsed) {
  TestServer server([](Peer& peer) { peer.send(ok("inner")); });
  auto resolver = std::make_shared<ScriptedResolver>();
  // Public at first, this machine then; 192.0.2.1 would be refused, so a public one that does not
  // answer in time.
  resolver->add("rebind.test", {address("1.2.3.4")});
  resolver->add("rebind.test", {Address::loopback_v4()});
  const std::string port = std::to_string(server.port());
  const auto client = client_for({"rebind.test:" + port}, {.resolver = resolver});
  HttpRequest request{.url = "http://rebind.test:" + port + "/"};
  request.limits.connect_timeout = 300ms;
  const std::string first = kind(client.run(request));
  EXPECT_TRUE(first == "timeout" || first == "connect") << first;
  EXPECT_EQ(1, resolver->lookups("rebind.test"));
  EXPECT_EQ("refused_address", kind(client.run(request)));
  EXPECT_EQ(2, resolver->lookups("rebind.test"));
  EXPECT_EQ(0, server.connections());
}

TEST(ReachTest, OfSeveralAddressesOnlyFineOnesAreTriedOneAfterTheOther) {
  TestServer server([](Peer& peer) {
    peer.read_head();
    peer.send(ok("x"));
  });
  const std::string port = std::to_string(server.port());
  auto resolver = std::make_shared<ScriptedResolver>();
  // Nobody listens on 127.0.0.2 to 4; ::1 and 10.0.0.1 are not listed.
  resolver->add("many.test", {address("::1"), address("10.0.0.1"), address("127.0.0.2"),
                              address("127.0.0.3"), address("127.0.0.4"), address("127.0.0.1")});
  resolver->add("none.test", {address("127.0.0.2"), address("127.0.0.3")});
  resolver->add("empty.test", {});
  std::mutex mutex;
  std::string logged;
  const auto client = client_for({"*.test:" + port, "127.0.0.0/8:" + port},
                                 {.resolver = resolver, .log = [&](std::string_view line) {
                                    const std::lock_guard lock(mutex);
                                    logged.append(line).append("\n");
                                  }});
  EXPECT_EQ("ok", kind(client.run({.url = "http://many.test:" + port + "/"})));
  EXPECT_NE(std::string::npos,
            logged.find("The address ::1 of many.test is refused: it is loopback"))
      << logged;
  EXPECT_NE(std::string::npos,
            logged.find("The address 10.0.0.1 of many.test is refused: it is private"))
      << logged;
  EXPECT_NE(std::string::npos, logged.find("No connection to many.test at 127.0.0.2")) << logged;
  const auto none = client.run({.url = "http://none.test:" + port + "/"});
  EXPECT_EQ("Could not connect to none.test, port " + port + ".", none.error().message);
  EXPECT_EQ("dns", kind(client.run({.url = "http://empty.test:" + port + "/"})));
  EXPECT_EQ("dns", kind(client.run({.url = "http://unknown.test:" + port + "/"})));
}

TEST(ReachTest, LocalhostIsReachedByItsRuleWithoutALookup) {
  TestServer server([](Peer& peer) {
    const std::string head = peer.read_head();
    peer.send(ok(testing::header_of(head, "host")));
  });
  const std::string port = std::to_string(server.port());
  auto resolver = std::make_shared<ScriptedResolver>();
  const auto client = client_for({"localhost:" + port}, {.resolver = resolver});
  const auto result = client.run({.url = "http://LocalHost.:" + port + "/"});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ("localhost:" + port, result->body);
  EXPECT_EQ(0, resolver->lookups("localhost"));
  EXPECT_EQ("refused_by_rules", kind(client.run({.url = server.url()})));
}

/// Takes its time, or never answers, until it is let go.
class HangingResolver : public Resolver {
 public:
  Result<std::vector<Address>> resolve(const std::string&) override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return let_go_; });
    return std::vector{Address::loopback_v4()};
  }
  void let_go() {
    const std::lock_guard lock(mutex_);
    let_go_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool let_go_ = false;
};

TEST(ReachTest, ALookupThatHangsHoldsNobody) {
  auto resolver = std::make_shared<HangingResolver>();
  {
    const auto client = client_for({"a.test"}, {.resolver = resolver});
    HttpRequest request{.url = "http://a.test/"};
    request.limits.connect_timeout = 100ms;
    EXPECT_EQ("timeout", kind(client.run(request)));
    client.start({.url = "http://a.test/"}, [](auto) {});
  }
  resolver->let_go();
}

TEST(ReachTest, RedirectsChangeTheRequestAsFetchSays) {
  struct Case {
    const char* status;
    const char* method;
    const char* then;
  };
  testing::Shared<std::string> last;
  TestServer server([&](Peer& peer) {
    const std::string head = peer.read_head();
    const std::string length = testing::header_of(head, "content-length");
    const std::string body = length.empty() ? "" : peer.read(std::stoul(length));
    if (head.find(" /end ") == std::string::npos) {
      const std::string target =
          testing::request_line(head).substr(testing::request_line(head).find('/') + 1, 3);
      peer.send("HTTP/1.1 " + target + " Moved\r\nLocation: /end\r\nContent-Length: 3\r\n\r\nabc");
      return;
    }
    last.set(head.substr(0, head.find(' ')) + " " + testing::header_of(head, "content-type") + "/" +
             body);
    peer.send(ok("end"));
  });
  const auto client = client_for({server.authority()});
  for (const Case& each : std::initializer_list<Case>{
           {"301", "GET", "GET text/"},
           {"302", "HEAD", "HEAD text/"},
           {"301", "POST", "GET /"},
           {"302", "POST", "GET /"},
           {"303", "POST", "GET /"},
           {"303", "PUT", "GET /"},
           {"303", "HEAD", "HEAD text/"},
           {"301", "PUT", "PUT text/body"},
           {"307", "POST", "POST text/body"},
           {"308", "POST", "POST text/body"},
           {"308", "GET", "GET text/"},
           {"302", "DELETE", "DELETE text/body"},
       }) {
    HttpRequest request{.method = each.method,
                        .url = server.url("/" + std::string(each.status)),
                        .headers = {{"Content-Type", "text"}}};
    if (request.method != "GET" && request.method != "HEAD") request.body = std::string("body");
    const auto result = client.run(request);
    ASSERT_TRUE(result) << each.status << each.method << result.error().message;
    EXPECT_EQ(each.then, last.get()) << each.status << each.method;
    EXPECT_EQ(server.url("/end"), result->url);
    EXPECT_EQ(1, result->redirects);
  }
  HttpRequest stream{
      .method = "POST",
      .url = server.url("/307"),
      .body = HttpBodyStream{.next = [](auto reply) { reply(std::optional<std::string>()); },
                             .length = 0}};
  EXPECT_EQ("redirects", kind(client.run(stream)));
  EXPECT_EQ("redirects",
            kind(client.run({.url = server.url("/302"), .redirects = Redirects::refuse})));
  const auto handed = client.run({.url = server.url("/302"), .redirects = Redirects::hand_over});
  EXPECT_EQ(302, handed->status);
  EXPECT_EQ("abc", handed->body);
}

TEST(ReachTest, CredentialsDoNotFollowToAnotherOrigin) {
  testing::Shared<std::string> heads;
  TestServer server([&](Peer& peer) {
    const std::string head = peer.read_head();
    if (head.find(" /end ") == std::string::npos) {
      const std::string to = head.find(" /other ") == std::string::npos ? "a.test" : "b.test";
      peer.send("HTTP/1.1 302 Found\r\nLocation: http://" + to +
                head.substr(head.find(":", head.find("Host: ") + 6),
                            head.find("\r\n", head.find("Host: ")) -
                                head.find(":", head.find("Host: ") + 6)) +
                "/end\r\n\r\n");
      return;
    }
    heads.set(head);
    peer.send(ok(""));
  });
  const Named named(server);
  const auto client = client_for(named.rules(), {.resolver = named.resolver});
  HttpRequest request{.headers = {{"authorization", "s1"},
                                  {"Cookie", "s2"},
                                  {"X-Api-Key", "s3"},
                                  {"X-Mine", "s4"},
                                  {"X-Kept", "k"}},
                      .credential_headers = {"x-mine"}};
  request.url = named.url("a.test", "/same");
  ASSERT_EQ("ok", kind(client.run(request)));
  for (const char* name : {"authorization", "cookie", "x-api-key", "x-mine", "x-kept"}) {
    EXPECT_NE("", testing::header_of(heads.get(), name)) << name;
  }
  request.url = named.url("a.test", "/other");
  ASSERT_EQ("ok", kind(client.run(request)));
  for (const char* name : {"authorization", "cookie", "x-api-key", "x-mine"}) {
    EXPECT_EQ("", testing::header_of(heads.get(), name)) << name;
  }
  EXPECT_EQ("k", testing::header_of(heads.get(), "x-kept"));
  EXPECT_EQ("b.test:" + named.port, testing::header_of(heads.get(), "host"));
}

TEST(ReachTest, EachRedirectIsJudgedAgain) {
  TestServer inner([](Peer& peer) { peer.send(ok("secret")); });
  testing::Shared<std::string> location;
  TestServer server([&](Peer& peer) {
    peer.read_head();
    peer.send("HTTP/1.1 302 Found\r\nLocation: " + location.get() + "\r\n\r\n");
  });
  const Named named(server);
  named.resolver->add("trap.test", {address("10.0.0.1")});
  auto rules = named.rules();
  rules.push_back("trap.test:" + named.port);
  rules.push_back("*");
  const auto client = client_for(rules, {.resolver = named.resolver});
  const auto to = [&](std::string place) {
    location.set(std::move(place));
    const auto result = client.run({.url = named.url("a.test")});
    EXPECT_EQ(std::string::npos, result
                                     ? std::string::npos
                                     : result.error().message.find(std::to_string(inner.port())));
    return kind(result);
  };
  EXPECT_EQ("refused_by_rules", to(inner.url()));
  EXPECT_EQ("refused_address", to("http://127.0.0.1/"));
  EXPECT_EQ("refused_address", to("http://169.254.169.254/latest/meta-data/"));
  EXPECT_EQ("refused_address", to("http://[::ffff:7f00:1]/"));
  EXPECT_EQ("refused_address", to("http://2130706433/"));
  EXPECT_EQ("refused_address", to("http://localhost/"));
  EXPECT_EQ("refused_address", to(named.url("trap.test")));
  EXPECT_EQ("redirects", to("file:///etc/passwd"));
  EXPECT_EQ("redirects", to("javascript:alert(1)"));
  EXPECT_EQ("redirects", to("//user:password@b.test/"));
  EXPECT_EQ("redirects", to("/\\b.test/"));
  EXPECT_EQ("redirects", to("/x\r\nLocation: /y"));
  EXPECT_EQ(0, inner.connections());
}

TEST(ReachTest, LoopsOfRedirectsEnd) {
  TestServer server([](Peer& peer) {
    peer.read_head();
    peer.send("HTTP/1.1 307 Again\r\nLocation: /\r\n\r\n");
  });
  HttpRequest request{.url = server.url()};
  request.limits.max_redirects = 5;
  const auto result = client_for({server.authority()}).run(request);
  EXPECT_EQ("The server redirects more than 5 times.", result.error().message);
  EXPECT_EQ(6, server.connections());
}

TEST(ReachTest, TlsIsOnlyWithTheRightCertificate) {
  const TestCa ca, other;
  const auto good = ca.issue({.names = {"a.test", "*.wild.test"}, .addresses = {"127.0.0.1"}});
  struct Case {
    const char* what;
    testing::Identity identity;
    std::string host;
    const char* expected;
    const char* message;
  };
  for (const Case& each : std::vector<Case>{
           {"right", good, "a.test", "ok", ""},
           {"wildcard", good, "x.wild.test", "ok", ""},
           {"address", good, "127.0.0.1", "ok", ""},
           {"wildcard is one label", good, "x.y.wild.test", "tls", "hostname mismatch"},
           {"wrong name", good, "b.test", "tls", "hostname mismatch"},
           {"wrong address", ca.issue({.names = {"127.0.0.1"}}), "127.0.0.1", "tls",
            "IP address mismatch"},
           {"no names", ca.issue({}), "a.test", "tls", "hostname mismatch"},
           {"expired", ca.issue({.names = {"a.test"}, .valid_to_s = -60}), "a.test", "tls",
            "expired"},
           {"not yet", ca.issue({.names = {"a.test"}, .valid_from_s = 1800}), "a.test", "tls",
            "not yet valid"},
           {"self-signed", ca.issue({.names = {"a.test"}, .self_signed = true}), "a.test", "tls",
            "self-signed"},
           {"another CA", other.issue({.names = {"a.test"}}), "a.test", "tls", "signature failure"},
       }) {
    TestServer server(
        [](Peer& peer) {
          peer.read_head();
          peer.send(ok("secret"));
        },
        each.identity);
    const std::string port = std::to_string(server.port());
    auto resolver = std::make_shared<ScriptedResolver>();
    resolver->add(each.host, {Address::loopback_v4()});
    const auto client =
        client_for({each.host + ":" + port, "127.0.0.0/8:" + port},
                   {.extra_ca_pem = ca.pem(), .system_ca = false, .resolver = resolver});
    const auto result = client.run({.url = "https://" + each.host + ":" + port + "/"});
    EXPECT_EQ(each.expected, kind(result))
        << each.what << ": " << (result ? "" : result.error().message);
    if (!result)
      EXPECT_NE(std::string::npos, result.error().message.find(each.message))
          << each.what << ": " << result.error().message;
  }
}

TEST(ReachTest, TheSystemsCertificatesAreThoseThatTheEnvironmentNames) {
  const TestCa ca;
  TestServer server(
      [](Peer& peer) {
        peer.read_head();
        peer.send(ok("x"));
      },
      ca.issue({.addresses = {"127.0.0.1"}}));
  const std::string file = ::testing::TempDir() + "modebox_net_ca.pem";
  std::ofstream(file) << ca.pem();
  const auto run = [&](bool system_ca) {
    return kind(
        client_for({server.authority()}, {.system_ca = system_ca}).run({.url = server.url()}));
  };
  EXPECT_EQ("tls", run(true));
  setenv("SSL_CERT_FILE", file.c_str(), 1);
  EXPECT_EQ("ok", run(true));
  EXPECT_EQ("tls", run(false));
  setenv("SSL_CERT_FILE", "/nowhere", 1);
  EXPECT_EQ("tls", run(true));
  unsetenv("SSL_CERT_FILE");
}

TEST(ReachTest, TlsCutWithoutGoodbyeIsAnErrorWhereTheLengthIsNotTold) {
  const TestCa ca;
  std::atomic<bool> properly = false;
  TestServer server(
      [&](Peer& peer) {
        peer.read_head();
        peer.send("HTTP/1.1 200 OK\r\n\r\nhello");
        if (properly) {
          peer.close();
        } else {
          peer.cut();
        }
      },
      ca.issue({.addresses = {"127.0.0.1"}}));
  const auto client = client_for({server.authority()}, {.extra_ca_pem = ca.pem()});
  EXPECT_EQ("protocol", kind(client.run({.url = server.url()})));
  properly = true;
  EXPECT_EQ("ok", kind(client.run({.url = server.url()})));
}

TEST(ReachTest, PlainTextOnATlsPortIsAnErrorOfTls) {
  TestServer server([](Peer& peer) { peer.send("HTTP/1.1 200 OK\r\n\r\n"); });
  const auto result =
      client_for({server.authority()}).run({.url = "https://" + server.authority() + "/"});
  EXPECT_EQ("tls", kind(result)) << result.error().message;
}

TEST(ReachTest, HttpsRedirectsToHttpOnlyWhereARuleSaysSo) {
  const TestCa ca;
  TestServer plain([](Peer& peer) {
    peer.read_head();
    peer.send(ok("plain"));
  });
  TestServer secure(
      [&](Peer& peer) {
        peer.read_head();
        peer.send("HTTP/1.1 302 Found\r\nLocation: " + plain.url() + "\r\n\r\n");
      },
      ca.issue({.addresses = {"127.0.0.1"}}));
  const HttpRequest request{.url = secure.url()};
  const auto strict =
      client_for({secure.authority(), plain.authority()}, {.extra_ca_pem = ca.pem()});
  EXPECT_EQ("redirects", kind(strict.run(request)));
  EXPECT_EQ(0, plain.connections());
  const auto lax =
      client_for({secure.authority(), "http://" + plain.authority()}, {.extra_ca_pem = ca.pem()});
  EXPECT_EQ("plain", lax.run(request)->body);
}

TEST(ReachTest, AProxyIsAskedForTheHostAndRulesStillHold) {
  const TestCa ca;
  TestServer secure(
      [](Peer& peer) {
        peer.read_head();
        peer.send(ok("secure"));
      },
      ca.issue({.names = {"a.test"}}));
  TestServer plain([](Peer& peer) {
    peer.read_head();
    peer.send(ok("plain"));
  });
  TestProxy proxy;
  auto resolver = std::make_shared<ScriptedResolver>();
  const std::string secure_port = std::to_string(secure.port()),
                    plain_port = std::to_string(plain.port());
  const auto client = client_for({"a.test:" + secure_port, "a.test:" + plain_port},
                                 {.proxy = proxy.url(),
                                  .proxy_authorization = "Basic eDp5",
                                  .extra_ca_pem = ca.pem(),
                                  .resolver = resolver});
  const auto first = client.run({.url = "https://a.test:" + secure_port + "/"});
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ("secure", first->body);
  EXPECT_EQ("plain", client.run({.url = "http://a.test:" + plain_port + "/"})->body);
  EXPECT_EQ(0, resolver->lookups("a.test"));
  ASSERT_EQ(2U, proxy.heads().size());
  EXPECT_EQ("CONNECT a.test:" + secure_port + " HTTP/1.1\r\nHost: a.test:" + secure_port +
                "\r\nProxy-Authorization: Basic eDp5\r\n\r\n",
            proxy.heads()[0]);
  EXPECT_EQ("refused_by_rules", kind(client.run({.url = "https://b.test/"})));
  EXPECT_EQ("refused_by_rules", kind(client.run({.url = plain.url()})));
  const auto any = client_for({"*"}, {.proxy = proxy.url()});
  EXPECT_EQ("refused_address", kind(any.run({.url = "http://127.0.0.1/"})));
  EXPECT_EQ(2U, proxy.heads().size());
}

TEST(ReachTest, AProxyThatRefusesOrSpeaksOutOfTurnIsAnError) {
  for (const std::string answer :
       {"HTTP/1.1 403 Forbidden\r\nContent-Length: 3\r\n\r\nno!", "HTTP/1.1 407 Who\r\n\r\n",
        "nonsense\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\nfor the host"}) {
    TestProxy proxy(answer);
    const auto result =
        client_for({"a.test"}, {.proxy = proxy.url()}).run({.url = "http://a.test/"});
    EXPECT_EQ("connect", kind(result)) << answer;
  }
}

TEST(ReachTest, TheEnvironmentsProxyIsUsedOnlyIfAskedFor) {
  TestServer server([](Peer& peer) {
    peer.read_head();
    peer.send(ok("x"));
  });
  TestProxy proxy;
  setenv("http_proxy", proxy.url().c_str(), 1);
  const HttpRequest request{.url = server.url()};
  EXPECT_EQ("ok", kind(client_for({server.authority()}).run(request)));
  EXPECT_EQ(0U, proxy.heads().size());
  const auto client = client_for({server.authority()}, {.proxy_from_environment = true});
  EXPECT_EQ("ok", kind(client.run(request)));
  EXPECT_EQ(1U, proxy.heads().size());
  setenv("no_proxy", "x.test, 127.0.0.1", 1);
  EXPECT_EQ("ok", kind(client.run(request)));
  EXPECT_EQ(1U, proxy.heads().size());
  unsetenv("no_proxy");
  setenv("http_proxy", "socks5://127.0.0.1:1", 1);
  EXPECT_EQ("connect", kind(client.run(request)));
  unsetenv("http_proxy");
}

}  // namespace
}  // namespace modebox::net
