"""MCP servers that do wrong, or just die at the worst moment, behind modebox: nothing is called twice, nothing ends modebox."""

import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

CLI = os.environ["MODEBOX_CLI"]
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
}
TOOL = {"name": "pay", "inputSchema": {"type": "object"}}


class CutsItsAnswer(http.server.BaseHTTPRequestHandler):
    """A server of the handshake's era: it does what a call wants, begins a stream that can be gone on with, and cuts it.
    Whoever goes on gets `refusal`."""

    protocol_version = "HTTP/1.1"
    paid = 0
    refusal = 404

    def log_message(self, *_):
        pass

    def give(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.give(self.refusal if self.headers.get("Last-Event-ID") else 405)

    def do_DELETE(self):
        self.give(200)

    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        method = message.get("method")
        if method == "tools/call":
            type(self).paid += 1
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(b"id: 1\nretry: 0\ndata: \n\n")
            self.close_connection = True
            return
        if method == "initialize":
            info = {"name": "cuts", "version": "1"}
            result = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": info}
        elif method == "tools/list":
            result = {"tools": [TOOL]}
        else:
            return self.give(202 if "id" not in message else 400)
        body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode()
        self.give(200, body, Content_Type="application/json", Mcp_Session_Id="s1")


# Of the modern era: asks as only the other may, wants its state back, and dies.
ASKS_AND_DIES = r'''
import json, sys
def send(message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
for line in sys.stdin:
    m = json.loads(line)
    if m["method"] == "server/discover":
        send({"id": m["id"], "result": {"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}}})
    elif m["method"] == "tools/list":
        send({"id": m["id"], "result": {"resultType": "complete", "tools": [{"name": "pay", "inputSchema": {"type": "object"}}]}})
    elif m["method"] == "tools/call":
        send({"id": 99, "method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object", "properties": {}}}})
        send({"id": m["id"], "result": {"resultType": "input_required", "requestState": "x"}})
        sys.exit()
'''

CUTS_AN_EMOJI = r'''
import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if "id" not in m: continue
    result = {"initialize": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "e", "version": "1"}},
              "tools/list": {"tools": [{"name": "pay", "description": "cut \ud83d", "inputSchema": {"type": "object"}}]},
              "tools/call": {"content": [{"type": "text", "text": "cut \ud83d"}]}}.get(m["method"])
    answer = {"result": result} if result else {"error": {"code": -32601, "message": "unknown"}}
    print(json.dumps({"jsonrpc": "2.0", "id": m["id"], **answer}), flush=True)
'''


class Hostile(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = Path(kept.name)

    def configure(self, server):
        (self.folder / "modebox.json").write_text(json.dumps({"mcpServers": {"s": server}}))

    def program(self, text):
        (self.folder / "server.py").write_text(text)
        self.configure({"command": sys.executable, "args": ["server.py"], "startTimeoutMs": 20000})

    def run_script(self, code):
        env = {**os.environ, "XDG_STATE_HOME": str(self.folder / "state")}
        command = [CLI, "run", "-c", "modebox.json", "-e", code]
        return subprocess.run(command, cwd=self.folder, env=env, capture_output=True, text=True, timeout=120)

    def test_a_call_whose_answer_was_cut_is_not_made_again(self):
        for refusal in (404, 405, 302):
            with self.subTest(refusal=refusal):
                handler = type("Handler", (CutsItsAnswer,), {"paid": 0, "refusal": refusal})
                server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
                threading.Thread(target=server.serve_forever, daemon=True).start()
                self.configure({"url": f"http://127.0.0.1:{server.server_address[1]}/mcp"})
                done = self.run_script("await s.pay({}).catch((e) => e.code)")
                server.shutdown()
                server.server_close()
                self.assertEqual((done.stdout, handler.paid), ("E_MCP_LOST\n", 1), done.stderr)

    def test_a_server_that_asks_and_dies_ends_its_call_only(self):
        self.program(ASKS_AND_DIES)
        done = self.run_script("const first = await s.pay({}).catch((e) => e.code); [first.slice(0, 6), 1 + 1]")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, '[ "E_MCP_", 2 ]\n')

    def test_half_an_emoji_is_no_reason_to_drop_an_answer(self):
        self.program(CUTS_AN_EMOJI)
        done = self.run_script("await s.pay({})")
        self.assertEqual(done.stdout, "cut \ufffd\n", done.stderr)


if __name__ == "__main__":
    unittest.main()
