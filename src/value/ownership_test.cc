// Nothing leaks, nothing is freed early, nothing recurses: counted by live
// allocations, and by the sanitizers when they are on.
#include "src/value/ownership.h"

#include <gtest/gtest.h>

#include <functional>
#include <thread>
#include <vector>

#include "src/value/cbor_decode.h"
#include "src/value/cbor_encode.h"
#include "src/value/live_allocations.h"
#include "src/value/random_value.h"

namespace modebox::value {
namespace {

/// Allocations that are alive after `work` and were not before.
std::int64_t left_by(const std::function<void()>& work) {
  work();  // what is made once and kept
  const std::int64_t before = live_allocations();
  work();
  return live_allocations() - before;
}

TEST(Ownership, CounterSeesALeak) {
  static std::vector<Value> kept;
  EXPECT_GT(left_by([] { kept.push_back(Value::object()); }), 0);
}

TEST(Ownership, TreesAndSharedNodesAreFreed) {
  EXPECT_EQ(left_by([] {
              const Value shared = Value::array({"a string that is not held inline", 1});
              Value tree = Value::object({{"a", shared}, {"b", Value::map_of({{shared, shared}})}});
              tree.set("c", Value::set_of({shared, BigInt::from(7)}));
              tree.erase("a");
            }),
            0);
}

TEST(Ownership, NodeThatHoldsItselfIsFreed) {
  EXPECT_EQ(left_by([] {
              Value self = Value::array();
              self.push(self);
              self.push(self);
              const Value again = self[0];
            }),
            0);
}

TEST(Ownership, LongCyclesAreFreed) {
  EXPECT_EQ(left_by([] {
              std::vector<Value> ring(1000);
              for (Value& node : ring) node = Value::object();
              for (std::size_t i = 0; i < ring.size(); ++i) {
                ring[i].set("next", ring[(i + 1) % ring.size()]);
              }
            }),
            0);
}

TEST(Ownership, CyclesThatGrowTogetherAreFreed) {
  EXPECT_EQ(left_by([] {
              Value root = Value::object();
              for (int i = 0; i < 300; ++i) {
                Value child = Value::object({{"parent", root}});
                root.set("c" + std::to_string(i), child);
                Value other = Value::object();
                other.set("first", child);
                child.set("other", other);  // an island joins an island
              }
            }),
            0);
}

TEST(Ownership, FreshNodesJoinTheCycleThatIsThere) {
  Value last = Value::array();
  last.push(last);
  for (int i = 0; i < 1000; ++i) {
    Value fresh = Value::array({last});
    last.push(fresh);
    last = fresh;
  }
  EXPECT_TRUE(same_node(last[0][1], last));
}

TEST(Ownership, MemberOfACycleKeepsAllOfItAlive) {
  Value child = Value::object({{"name", "the child of a cycle"}});
  {
    Value parent = Value::object({{"child", child}, {"name", "the parent in a cycle"}});
    child.set("parent", parent);
  }
  EXPECT_EQ(child["parent"]["name"], "the parent in a cycle");
  const Value parent = child["parent"];
  child = Value();
  EXPECT_EQ(parent["child"]["name"], "the child of a cycle");
}

TEST(Ownership, CycleThroughAMapsKeyIsFreed) {
  EXPECT_EQ(left_by([] {
              Value map = Value::map_of();
              map.put(Value::array({map}), "value");
              Value set = Value::set_of();
              set.push(Value::object({{"set", set}}));
            }),
            0);
}

TEST(Ownership, WhatLeavesACycleIsStillOwned) {
  EXPECT_EQ(left_by([] {
              Value a = Value::object(), b = Value::object();
              a.set("b", b);
              b.set("a", a);
              a.erase("b");
              a = Value();
              b.set("again", b["a"]);
            }),
            0);
}

TEST(Ownership, DeepGraphsAreFreedWithoutRecursion) {
  EXPECT_EQ(left_by([] {
              Value deep;
              for (int i = 0; i < 1'000'000; ++i) {
                std::vector<Value> items;
                items.push_back(std::move(deep));
                deep = Value::array(std::move(items));
              }
            }),
            0);
}

TEST(Ownership, RandomGraphsAreFreed) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    EXPECT_EQ(left_by([seed] {
                RandomValues random(seed);
                for (int i = 0; i < 3; ++i) random.next();
              }),
              0)
        << "seed " << seed;
  }
}

TEST(Ownership, DecodedGraphsAreFreedWhicheverHandleGoesLast) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    EXPECT_EQ(left_by([seed] {
                const auto bytes = encode(RandomValues(seed).next());
                Value root = *decode(*bytes);
                std::vector<Value> inner;
                for (const Entry& entry : root.entries()) inner.push_back(entry.value);
                for (const Value& member : root.members()) inner.push_back(member);
                root = Value();
                for (Value& value : inner) {
                  if (value.is_array()) value.push(inner.front());
                }
              }),
              0)
        << "seed " << seed;
  }
}

TEST(Ownership, HandlesOfOneGraphMayBeDroppedOnManyThreads) {
  for (int round = 0; round < 50; ++round) {
    Value a = Value::object(), b = Value::object({{"a", a}});
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([handle = b] {
        for (int i = 0; i < 200; ++i) const Value copy = handle;
      });
    }
    a.set("b", b);  // closes the cycle meanwhile
    b = Value();
    for (std::thread& thread : threads) thread.join();
    EXPECT_TRUE(same_node(a["b"]["a"], a));
  }
}

}  // namespace
}  // namespace modebox::value
