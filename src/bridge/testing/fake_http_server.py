"""An MCP server over Streamable HTTP that behaves as its first word says. Writes its URL to standard
output, and ends with its standard input.

    python3 fake_http_server.py MODE

Modes: `legacy` (with sessions), `modern`, and variants of them: `legacy-deaf` never answers what is no
request, `legacy-vague` answers the method it does not know with an empty stream. Tools: `echo`, `headers` (what came
with the call), `ask`, `forget` (its sessions), `change` (tells list_changed), `cut` (answers on a
stream that is cut and has to be asked for again), `cut-for-good` (the same, and who asks again is
answered {status}; with 0, nobody is there any more), `cut-on-and-on` (and wants no time to pass),
`endless-error`, `flood` (pings), `status` (answers {status} and {body})."""

import json
import os
import queue
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MODE = sys.argv[1]
MODERN = MODE.startswith("modern")
FORM = {"message": "Really?", "requestedSchema": {"type": "object", "properties": {}}}

lock = threading.Lock()
state = {
    "session": None,
    "sessions": 0,
    "deleted": 0,
    "lists": 0,
    "changes": 0,
    "mismatch": False,
    "answers": {},
    "listeners": [],
    "replies": {},
    "dropped": 0,
    "made": 0,
    "refusal": None,
    "resumed": 0,
    "held": 0,
    "released": 0,
}


def tools():
    region = {"type": "string", "x-mcp-header": "Region"}
    nested = {"type": "object", "properties": {"n": {"type": "integer", "x-mcp-header": "N"}}}
    listed = [
        {"name": "echo", "inputSchema": {"type": "object"}},
        {
            "name": "headers",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "region": region,
                    "nested": nested,
                    "on": {"type": "boolean", "x-mcp-header": "On"},
                },
            },
        },
        {
            "name": "bad header",
            "inputSchema": {
                "type": "object",
                "properties": {"a": {"type": "string", "x-mcp-header": "not a token"}},
            },
        },
    ]
    if state["changes"]:
        listed.append({"name": "added", "inputSchema": {"type": "object"}})
    return listed


def state_add(key):
    with lock:
        state[key] += 1


class Server(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def reply(self, status, body=None, **headers):
        data = b"" if body is None else (body if isinstance(body, bytes) else json.dumps(body).encode())
        self.send_response(status)
        if body is not None and "Content_Type" not in headers:
            self.send_header("Content-Type", "application/json")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def begin_events(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True

    def event(self, message=None, before=""):
        data = "" if message is None else json.dumps({"jsonrpc": "2.0", **message})
        self.wfile.write((before + "data: " + data + "\n\n").encode())
        self.wfile.flush()

    def cut_again(self):
        self.begin_events()
        progress = {"method": "notifications/message", "params": {}}
        return self.event(progress, "id: on-and-on\nretry: 0\n")

    def hold(self):
        """Until the client has enough of it."""
        state_add("held")
        try:
            self.connection.recv(1)
        except OSError:
            pass
        self.close_connection = True
        state_add("released")

    def result(self, fields, **headers):
        if MODERN:
            fields = {"resultType": "complete", **fields}
        self.reply(200, {"jsonrpc": "2.0", "id": self.message["id"], "result": fields}, **headers)

    def text(self, words):
        self.result({"content": [{"type": "text", "text": words}]})

    def fault(self, status, code, message, data=None):
        error = {"code": code, "message": message}
        if data:
            error["data"] = data
        self.reply(status, {"jsonrpc": "2.0", "id": self.message["id"], "error": error})

    def do_GET(self):
        cut = self.headers.get("Last-Event-ID")
        if cut == "for-good":
            return self.reply(state["refusal"], b"Gone", Content_Type="text/plain")
        if cut == "on-and-on":
            state["resumed"] += 1
            return self.cut_again()
        if cut in state["replies"]:
            self.begin_events()
            if state["replies"][cut]["left"]:
                state["replies"][cut]["left"] -= 1
                return
            return self.event(state["replies"][cut]["message"])
        if MODERN or MODE == "legacy-no-stream":
            return self.reply(405)
        self.begin_events()
        listener = queue.Queue()
        state["listeners"].append(listener)
        try:
            while True:
                try:
                    self.event(listener.get(timeout=0.1))
                except queue.Empty:
                    self.wfile.write(b": still here\n\n")
                    self.wfile.flush()
        except OSError:
            pass

    def do_DELETE(self):
        state["deleted"] += 1
        with open(os.environ["FAKE_NOTES"], "a") as notes:
            notes.write("deleted\n")
        self.reply(200)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if MODE == "away":
            return self.reply(307, Location="http://localhost:1/mcp")
        if MODE == "legacy-slash" and not self.path.endswith("/"):
            return self.reply(307, Location=self.path + "/")
        if MODE == "unauthorized":
            return self.reply(401, b"Who are you?", Content_Type="text/plain")
        if MODE == "broken":
            return self.reply(500, b"Out of order", Content_Type="text/plain")
        self.message = json.loads(body)
        method = self.message.get("method")
        if MODE == "legacy-deaf" and method in (None, "notifications/cancelled"):
            return self.hold()
        if MODE == "legacy-vague" and method == "server/discover":
            return self.begin_events()
        if MODERN:
            return self.modern(method)
        return self.legacy(method)

    def legacy(self, method):
        if method == "initialize":
            state["sessions"] += 1
            state["session"] = "session-%d" % state["sessions"]
            fields = {
                "protocolVersion": "2025-06-18",
                "capabilities": {"tools": {"listChanged": True}},
                "serverInfo": {"name": "fake", "version": "1.2"},
            }
            return self.result(fields, Mcp_Session_Id=state["session"])
        session = self.headers.get("Mcp-Session-Id")
        if session is None:
            error = {"code": -32000, "message": "Bad Request: Server not initialized"}
            return self.reply(400, {"jsonrpc": "2.0", "id": None, "error": error})
        if session != state["session"]:
            error = {"code": -32001, "message": "Session not found"}
            return self.reply(404, {"jsonrpc": "2.0", "id": None, "error": error})
        if self.headers.get("MCP-Protocol-Version") != "2025-06-18":
            return self.reply(400, b"version")
        if method is None:
            state["answers"][self.message["id"]].put(self.message)
            return self.reply(202)
        if "id" not in self.message:
            return self.reply(202)
        return self.common(method)

    def modern(self, method):
        meta = self.message.get("params", {}).get("_meta", {})
        if self.headers.get("Mcp-Method") != method:
            return self.fault(400, -32020, "Mcp-Method")
        if meta.get("io.modelcontextprotocol/protocolVersion") != self.headers.get(
            "MCP-Protocol-Version"
        ):
            return self.fault(400, -32020, "MCP-Protocol-Version")
        if method == "server/discover":
            return self.result(
                {
                    "supportedVersions": ["2026-07-28"],
                    "capabilities": {"tools": {"listChanged": True}},
                    "_meta": {
                        "io.modelcontextprotocol/serverInfo": {"name": "fake", "version": "1.2"}
                    },
                }
            )
        if method == "subscriptions/listen":
            self.begin_events()
            listener = queue.Queue()
            self.event({"method": "notifications/subscriptions/acknowledged", "params": {}})
            state["listeners"].append(listener)
            try:
                while True:
                    try:
                        message = listener.get(timeout=0.1)
                        if message is None:
                            return None
                        self.event(message)
                    except queue.Empty:
                        self.wfile.write(b": still here\n\n")
                        self.wfile.flush()
            except OSError:
                return None
        if method == "initialize":
            return self.fault(400, -32022, "Unsupported", {"supported": ["2026-07-28"]})
        return self.common(method)

    def common(self, method):
        if method == "tools/list":
            state["lists"] += 1
            return self.result({"tools": tools(), "ttlMs": 0, "cacheScope": "private"})
        if method != "tools/call":
            return self.fault(404 if MODERN else 200, -32601, "Method not found")
        params = self.message["params"]
        name, arguments = params["name"], params["arguments"]
        if MODERN:
            if self.headers.get("Mcp-Name") is None:
                return self.fault(400, -32020, "Mcp-Name")
            if name == "mismatch" and not state["mismatch"]:
                state["mismatch"] = True
                return self.fault(400, -32020, "Mcp-Param-X")
        if name in ("echo", "mismatch"):
            return self.text(json.dumps(arguments))
        if name == "headers":
            seen = {
                key.lower(): value
                for key, value in self.headers.items()
                if key.lower().startswith(("mcp-", "authorization"))
            }
            return self.text(json.dumps(seen, sort_keys=True))
        if name == "counts":
            return self.text(
                json.dumps({key: count for key, count in state.items() if type(count) is int})
            )
        if name == "forget":
            self.text("forgotten")
            state["session"] = None
            return None
        if name == "change":
            state["changes"] += 1
            for listener in state["listeners"]:
                for _ in range(20):
                    listener.put({"method": "notifications/tools/list_changed", "params": {}})
            return self.text("changed")
        if name == "end-listening":
            for listener in state["listeners"]:
                listener.put(None)
            state["listeners"].clear()
            return self.text("ended")
        if name == "status":
            return self.reply(
                arguments["status"], arguments["body"].encode(), Content_Type="text/plain"
            )
        if name == "events":
            self.begin_events()
            self.event({"method": "notifications/message", "params": {}}, ": hello\n\n")
            if arguments.get("cut"):
                return None
            return self.event(self.answer("over"))
        if name == "cut":
            self.begin_events()
            self.event(before="id: e%d\nretry: 20\n" % self.message["id"])
            state["replies"]["e%d" % self.message["id"]] = {
                "message": self.answer("after the cut"),
                "left": 2,
            }
            return None
        if name == "cut-for-good":
            state["made"] += 1
            state["refusal"] = arguments["status"]
            if arguments.get("forget"):
                state["session"] = None
            self.begin_events()
            progress = {"method": "notifications/message", "params": {}}
            if arguments["status"] == 0:
                server.socket.close()
            return self.event(progress, "id: for-good\nretry: 20\n")
        if name == "cut-on-and-on":
            return self.cut_again()
        if name == "endless-error":
            self.send_response(500)
            self.send_header("Connection", "close")
            self.end_headers()
            self.close_connection = True
            try:
                while True:
                    self.wfile.write(b"Out of order. " * 5000)
            except OSError:
                state["dropped"] += 1
            return None
        if name == "flood":
            self.begin_events()
            for number in range(500):
                self.event({"id": 1000 + number, "method": "ping"})
            return self.event(self.answer("flooded"))
        if name == "huge":
            return self.text("x" * arguments["bytes"])
        if name == "never":
            self.begin_events()
            try:
                while True:
                    time.sleep(0.02)
                    self.wfile.write(b": still here\n\n")
                    self.wfile.flush()
            except OSError:
                state["dropped"] += 1
            return None
        if name == "ask":
            if MODERN:
                if "inputResponses" in params:
                    return self.text(json.dumps(params["inputResponses"], sort_keys=True))
                questions = {"q": {"method": "elicitation/create", "params": FORM}}
                return self.result({"resultType": "input_required", "inputRequests": questions})
            self.begin_events()
            answers = state["answers"][77] = queue.Queue()
            self.event({"id": 77, "method": "elicitation/create", "params": FORM})
            answer = answers.get(timeout=60)
            return self.event(self.answer(json.dumps(answer["result"], sort_keys=True)))
        return self.fault(200, -32602, "Unknown tool: " + name)

    def answer(self, words):
        fields = {"content": [{"type": "text", "text": words}]}
        return {"id": self.message["id"], "result": fields}


class Threads(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


server = Threads(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
print("http://127.0.0.1:%d/mcp" % server.server_address[1], flush=True)
sys.stdin.read()
