#include "cli/help.h"

#include <algorithm>
#include <array>

namespace modebox::cli {
namespace {

struct Topic {
  std::string_view name;
  std::string_view summary;
  std::string_view text;
};

constexpr auto topics = std::to_array<Topic>({
    {"limits", "what a run may use, and the flag for each limit", R"(Limits of one run
  flag                                       default    exceeded
  --timeout-ms N                              30000     Timeout: wall time, waiting included
  --cpu-timeout-ms N                            off     CpuTimeout: time spent computing
  --fuel N                                      off     OutOfFuel: polls of the interpreter, deterministic
  --memory-limit-bytes N                   67108864     OutOfMemory: the script can not catch it
  --max-stack-size-bytes N                   524288     a RangeError in the script (at most 4 MiB are used)
  --max-source-bytes N                       262144     TooLarge
  --max-result-bytes N                      1048576     TooLarge
  --max-console-output-bytes N                65536     output is cut, a marker says so
  --max-host-function-arguments-bytes N     1048576     an error of that call, which the script can catch
  --max-host-function-output-bytes N        4194304     an error of that call, which the script can catch
  --max-host-calls N                           1000     HostCallLimit
  --max-in-flight-host-calls N                   32     further calls wait
  --max-continuation-bytes N               33554432     TooLarge
Each is a positive integer up to 2147483647.
)"},
    {"errors", "the kinds of failure and their codes",
     R"(A run that fails has a kind and a stable code
  Syntax              RUN_SYNTAX                the source can not be parsed
  TypeScript          RUN_TYPESCRIPT            TypeScript that is more than types (see --transform)
  Uncaught            RUN_UNCAUGHT              the script threw; an error's own `code` takes the code's place
  UnhandledRejection  RUN_UNHANDLED_REJECTION   a promise was rejected and nobody asked
  Timeout             RUN_TIMEOUT               over --timeout-ms
  CpuTimeout          RUN_CPU_TIMEOUT           over --cpu-timeout-ms
  OutOfFuel           RUN_OUT_OF_FUEL           over --fuel
  OutOfMemory         RUN_OUT_OF_MEMORY         over --memory-limit-bytes, or the sandbox's stack is used up
  Aborted             RUN_ABORTED               cancelled, as by Ctrl-C
  Stalled             RUN_STALLED               waits for a promise that nothing can settle
  DetachedCall        RUN_DETACHED_CALL         a host call was not awaited and still ran, or failed, at the end
  HostCallLimit       RUN_HOST_CALL_LIMIT       over --max-host-calls
  TooLarge            RUN_TOO_LARGE             the source or the result is over its limit
  NotSerializable     RUN_NOT_SERIALIZABLE      the result can not leave the sandbox; the message names the path
  Continuation        RUN_CONTINUATION_INVALID  a continuation was refused (or another of its codes)
  Config              RUN_CONFIG                an option has a value that makes no sense
  Internal            RUN_INTERNAL              a bug of modebox: please report it
)"},
    {"mcp", "the MCP server for agents", R"(modebox mcp [-c modebox.json] [--http ADDRESS]
  An MCP server for coding agents, on standard input and output. Its tool execute runs the scripts that
  a model writes; they may call the tools of modebox.json (without -c: the one of this folder). Its
  tool types tells the model what there is. To add it to Claude Code:
    claude mcp add modebox -- modebox mcp -c /path/to/modebox.json
  The client asks its user about calls that need consent. For one that can not ask, "approveTool": true
  in modebox.json adds the tool approve. With --http 127.0.0.1:8080 (or --http 8080) it serves
  http://127.0.0.1:8080/mcp instead:
    --http-token-env NAME   an environment variable with a bearer token; needed beyond the loopback
    --http-host NAME        a further name by which clients call this server
)"},
    {"exit-codes", "what the exit code of modebox tells", R"(Exit codes
  0    the script completed
  1    the script failed (Syntax, TypeScript, Uncaught, UnhandledRejection, Stalled, DetachedCall, NotSerializable)
  2    the command line, a setting or a token is wrong, or a file can not be read; nothing ran
  3    a limit ended the run (Timeout, CpuTimeout, OutOfFuel, OutOfMemory, HostCallLimit, TooLarge)
  4    the run waits for consent; its token is on standard output
  70   modebox itself failed (Internal)
  130  interrupted by Ctrl-C (Aborted)
)"},
    {"config", "modebox.json: tools that are programs, approvals, limits", R"(modebox.json
  {
    "tools": {
      "mail.send": {
        "command": ["python3", "send.py"],   the program and its arguments; no shell
        "description": "Sends a mail.",
        "input": { "type": "object" },        JSON Schemas, or names of files that hold them
        "output": "sent.schema.json",
        "cwd": "tools",                       from the folder of the file on; default: that folder
        "env": { "LANG": "C.UTF-8" },
        "timeoutMs": 30000,
        "maxOutputBytes": 4194304,
        "approve": true, "source": false, "sink": false
      }
    },
    "mcpServers": {                         MCP servers: their tools are functions, files.read_file(...)
      "files": { "command": "npx", "args": ["-y", "some-server"], "env": {}, "cwd": "." },
      "remote": { "url": "https://mcp.example.com/mcp", "headers": { "Authorization": "Bearer ${TOKEN}" } }
    },
    "approve": ["bank.*", "destructive"], "sources": ["mail.read*"], "sinks": ["web.*"],
    "fetch": { "hosts": ["api.example.com"] },  modebox help fetch
    "limits": { "timeoutMs": 60000 },
    "secretEnv": "MODEBOX_SECRET"
  }
All keys may be left out; comments begin with //. "destructive" means every tool that is not known to be read-only ("readOnly":
true). modebox init writes such a file, modebox doctor checks it. modebox run -c modebox.json gives a script these tools. A program gets the
call's argument as JSON on standard input (the list of them, if there is not exactly one), and answers
with JSON on standard output. Flags on the command line win over "limits".
)"},
    {"fetch", "the web's fetch for scripts: hosts, methods, consent", R"(fetch
  "fetch": {                                 in modebox.json; scripts get fetch, Headers, Request, Response
    "hosts": ["api.example.com", "*.example.org", "localhost:8080"],
    "methods": ["GET", "HEAD", "POST"],       default: GET, HEAD
    "approve": ["POST"],                      methods that need consent; true: all of them
    "source": false, "sink": false,
    "timeoutMs": 30000, "maxResponseBytes": 4000000, "maxRequestBytes": 1048576, "maxRedirects": 20,
    "proxy": "http://proxy.example:3128", "proxyFromEnvironment": false, "caFile": "ca.pem"
  }
--allow-fetch HOST adds a host, with or without a modebox.json; --allow-fetch-method METHOD adds a method.
  api.example.com       that host, at the default port       *.example.com   hosts below it
  api.example.com:8443  another port                         *               any host with a public address
  192.0.2.1, [::1]:80   an address, private ones too          10.0.0.0/8      addresses that names may have
No other host is reached. Addresses are judged after names were looked up: private ones, this machine and
metadata services are refused unless they are listed. Redirects are judged again.
)"},
    {"declarations", "TypeScript declarations of the tools, and what is checked", R"(Declarations
modebox types [-c FILE] [PATTERN...] prints TypeScript declarations of the tools of modebox.json, for a
model's prompt; without -c, those of the modebox.json in this folder. Nothing is started.
  "input" and "output" of a tool are JSON Schemas, draft 7 to 2020-12, of what it takes and answers. For an
  object the one argument is meant, for an array the list of arguments.
A call whose arguments do not fit is a TypeError in the script (E_INVALID_ARGUMENTS); nobody is asked, and
the tool is not called. An answer that does not fit is an error too (E_INVALID_RESULT).
What of a schema is not checked is told in notes on standard error. With --json both are one object:
  {"declarations": TEXT, "notes": [...]}
)"},
    {"approvals", "calls that wait for a person, and how to answer", R"(Approvals
A call waits for consent if its tool has "approve": true, if its name fits a pattern of "approve", or if it
is a sink and the run has read from a source. The rest of the script goes on until nothing can move.
On a terminal, modebox asks: y, n, n REASON, or q to put it off. Without one, or with --json, it prints a
token (exit code 4), and the run goes on with
  modebox resume TOKEN|FILE|- -c modebox.json --approve ID
                                              --deny ID[=REASON]
                                              --value ID=JSON     (true and false: approve and deny)
Each may be given again; calls that are not answered go on waiting, in a new token. Without any of them,
resume asks on the terminal. modebox inspect TOKEN shows what a token waits for.
)"},
    {"tokens", "continuation tokens: keys, the store, what ends them", R"(Continuation tokens
A token is a frozen run, encrypted. It can be used once, for 24 hours, with tools of the same names and
rules (-c).
Key: the environment variable MODEBOX_SECRET (or the one that "secretEnv" names), at least 32 bytes. Without
it, a key of your own that modebox keeps in the state folder.
Store: continuations.db in the state folder, or the SQLite file of --store, remembers what was used.
State folder: $XDG_STATE_HOME/modebox, or ~/.local/state/modebox.
A token that is refused because of its tools, its store or its key stays usable. One whose run was started
and never reported its end is "consumed, outcome unknown".
)"},
    {"output", "what modebox run prints, and the form of --json", R"(Output of modebox run
Without --json: the value on standard output (a string as it is, anything else as a literal,
nothing for undefined), console output and errors on standard error.
With --json: one object on standard output, whatever became of the run:
  {"outcome": "completed", "value": V, "logs": [...], "stats": {...}, "calls": [...]}
  {"outcome": "interrupted", "continuation": TOKEN,
   "interruptions": [{"id", "tool", "arguments", "reason", "payload"}], ...}
  {"outcome": "failed", "error": {"kind", "code", "message", "name", "stack", "line", "column"}, ...}
What JSON has no form for is written as an object with a "$type": docs/values.md lists them.
)"},
});

}  // namespace

std::optional<std::string_view> help_text(std::string_view topic) {
  const auto found = std::find_if(topics.begin(), topics.end(),
                                  [&](const Topic& entry) { return entry.name == topic; });
  if (found == topics.end()) return std::nullopt;
  return found->text;
}

std::string help_topics() {
  std::string text;
  for (const Topic& topic : topics) {
    std::string name(topic.name);
    name.resize(14, ' ');
    text += "  " + name + std::string(topic.summary) + "\n";
  }
  return text;
}

}  // namespace modebox::cli
