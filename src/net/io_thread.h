// The thread that network work runs on: one that all clients share, which starts when a client
// first needs it and ends when the last one is gone, and one for each server.
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ssl/context.hpp>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "modebox/result.h"

namespace modebox::net {

class IoThread {
 public:
  /// What there is while anybody holds it, else a new one. A child of fork() gets its own.
  /// Nothing if the system has no thread to give.
  static std::shared_ptr<IoThread> shared();
  /// One of the caller's own. Nothing if the system has no thread to give.
  static std::shared_ptr<IoThread> start();
  /// Joins the thread, unless it is the caller.
  ~IoThread();
  IoThread(const IoThread&) = delete;
  IoThread& operator=(const IoThread&) = delete;

  /// Whoever may outlive the thread (a lookup that hangs) holds it weakly.
  const std::shared_ptr<boost::asio::io_context>& io() const { return io_; }
  /// tls.h's, made once for the same certificates. On the thread only.
  Result<std::shared_ptr<boost::asio::ssl::context>> tls(const std::string& extra_ca_pem,
                                                         bool system_ca);
  bool is_current() const { return std::this_thread::get_id() == thread_.get_id(); }

 private:
  IoThread();

  std::shared_ptr<boost::asio::io_context> io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  /// Reading a system's certificates takes milliseconds, so clients share them.
  std::map<std::pair<std::string, bool>, std::shared_ptr<boost::asio::ssl::context>> contexts_;
  std::thread thread_;
};

}  // namespace modebox::net
