"""modebox init and doctor, and MCP servers behind run, resume and types."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

CLI = os.environ["MODEBOX_CLI"]

# A server of the revisions with a handshake, with a tool that reads, one that writes, and one that
# asks its user.
SERVER = r'''
import json, sys
def send(message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
tools = [
    {"name": "get-it", "description": "Reads.", "inputSchema": {"type": "object", "properties": {"n": {"type": "integer"}}},
     "annotations": {"readOnlyHint": True}},
    {"name": "put-it", "description": "Writes.", "inputSchema": {"type": "object"}},
    {"name": "ask-it", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}},
]
asked = None
for line in sys.stdin:
    m = json.loads(line)
    if m.get("method") == "initialize":
        send({"id": m["id"], "result": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
              "serverInfo": {"name": "test-server", "version": "3"}}})
    elif m.get("method") == "tools/list":
        send({"id": m["id"], "result": {"tools": tools}})
    elif m.get("method") == "tools/call" and m["params"]["name"] == "ask-it":
        asked = m["id"]
        send({"id": 99, "method": "elicitation/create", "params": {"message": "Which colour?", "requestedSchema":
              {"type": "object", "properties": {"colour": {"type": "string", "default": "red"}}}}})
    elif m.get("method") == "tools/call":
        open("calls", "a").write(m["params"]["name"] + "\n")
        send({"id": m["id"], "result": {"content": [{"type": "text", "text": json.dumps(m["params"].get("arguments"))}]}})
    elif m.get("id") == 99:
        send({"id": asked, "result": {"content": [{"type": "text", "text": json.dumps(m["result"])}]}})
    elif "id" in m and "method" in m:
        send({"id": m["id"], "error": {"code": -32601, "message": "unknown"}})
'''


def eventually(holds):
    for _ in range(600):
        if holds():
            return True
        time.sleep(0.05)
    return False


class Project(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = Path(kept.name)
        (self.folder / "server.py").write_text(SERVER)

    def configure(self, **more):
        servers = {"my-server": {"command": sys.executable, "args": ["server.py"]}}
        (self.folder / "modebox.json").write_text(json.dumps({"mcpServers": servers, **more}))

    def modebox(self, *arguments, input=""):
        env = {**os.environ, "XDG_STATE_HOME": str(self.folder / "state")}
        return subprocess.run(
            [CLI, *arguments], cwd=self.folder, env=env, input=input, capture_output=True, text=True, timeout=60
        )

    def calls(self):
        path = self.folder / "calls"
        return path.read_text().split() if path.exists() else []


class Doctor(Project):
    def test_it_tells_servers_tools_and_what_needs_consent(self):
        self.configure(approve=["destructive"])
        done = self.modebox("doctor")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("modebox.json is fine", done.stdout)
        self.assertIn("my-server: 3 tools, in scripts my_server (test-server 3, MCP 2025-06-18)", done.stdout)
        self.assertIn("  my_server.get_it  Reads.", done.stdout)
        self.assertIn("  my_server.put_it [needs consent]  Writes.", done.stdout)
        self.assertIn("Functions of MCP servers, as NAME.function: my_server", done.stdout)

    def test_a_server_that_fails_is_told_with_its_last_words(self):
        servers = {"bad": {"command": sys.executable, "args": ["-c", "import sys; sys.exit('no database')"]}}
        (self.folder / "modebox.json").write_text(json.dumps({"mcpServers": servers}))
        done = self.modebox("doctor")
        self.assertEqual(done.returncode, 1)
        self.assertIn("bad: FAILED.", done.stdout)
        self.assertIn("no database", done.stdout)
        self.assertIn("1", done.stdout)

    def test_json_is_for_programs(self):
        self.configure(approve=["my-server.put-it"])
        told = json.loads(self.modebox("doctor", "--json").stdout)
        self.assertEqual([tool["consent"] for tool in told["tools"]], ["never", "always", "never"])
        self.assertEqual(told["tools"][0]["original"], "my-server.get-it")
        self.assertEqual(told["servers"][0]["serverName"], "test-server")

    def test_mistakes_of_the_file_are_told(self):
        (self.folder / "modebox.json").write_text('{"mcpServers": {"a": {}}, "tool": {}}')
        done = self.modebox("doctor")
        self.assertEqual(done.returncode, 2)
        self.assertIn("modebox.json:1:22: mcpServers.a must have either", done.stderr)
        self.assertIn('Did you mean "tools"?', done.stderr)
        os.remove(self.folder / "modebox.json")
        self.assertIn("modebox init", self.modebox("doctor").stderr)


class Init(Project):
    def test_from_the_file_of_an_agent(self):
        servers = {
            "files": {"command": "npx", "args": ["-y", "x"], "env": {"TOKEN": "${TOKEN:-none}"}},
            "modebox": {"command": "/usr/bin/modebox", "args": ["mcp"]},
        }
        (self.folder / ".mcp.json").write_text(json.dumps({"mcpServers": servers}))
        done = self.modebox("init")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("1 MCP servers of .mcp.json", done.stderr)
        text = (self.folder / "modebox.json").read_text()
        self.assertIn('"TOKEN": "${TOKEN:-none}"', text)
        self.assertNotIn("/usr/bin/modebox", text)
        self.assertEqual(self.modebox("run", "-c", "modebox.json", "-e", "1 + 1").stdout, "2\n")
        again = self.modebox("init")
        self.assertEqual(again.returncode, 2)
        self.assertEqual((self.folder / "modebox.json").read_text(), text)

    def test_without_one_it_is_a_file_to_fill_in(self):
        self.assertEqual(self.modebox("init", "-o", "other.json").returncode, 0)
        self.assertIn('"approve": ["destructive"]', (self.folder / "other.json").read_text())
        self.assertEqual(self.modebox("run", "-c", "other.json", "-e", "2").stdout, "2\n")

    def test_what_modebox_can_not_do_is_told(self):
        (self.folder / "a.json").write_text('{"mcpServers": {"old": {"type": "sse", "url": "http://a.test"}}}')
        done = self.modebox("init", "--from", "a.json")
        self.assertEqual(done.returncode, 2)
        self.assertIn("mcpServers.old.type must be", done.stderr)
        (self.folder / "b.json").write_text("[")
        os.mkfifo(self.folder / "fifo")
        self.assertIn("no regular file", self.modebox("init", "--from", "fifo", "-o", "c.json").stderr)
        self.assertIn("is not JSON", self.modebox("init", "--from", "b.json", "-o", "c.json").stderr)
        self.assertFalse((self.folder / "c.json").exists())


class Servers(Project):
    def test_run_calls_them_and_resume_goes_on(self):
        self.configure(approve=["my-server.put-it"])
        code = "const a = await my_server.get_it({ n: 3 }); const b = await my_server.put_it({ n: a.n + 1 }); b.n"
        paused = self.modebox("run", "-c", "modebox.json", "--json", "-e", code)
        self.assertEqual(paused.returncode, 4, paused.stderr)
        result = json.loads(paused.stdout)
        self.assertEqual(self.calls(), ["get-it"])
        run = ["resume", "-c", "modebox.json", result["continuation"], "--approve", result["interruptions"][0]["id"]]
        done = self.modebox(*run)
        self.assertEqual((done.stdout, self.calls()), ("4\n", ["get-it", "put-it"]))
        self.assertEqual(self.modebox(*run).returncode, 2)
        self.assertEqual(self.calls(), ["get-it", "put-it"])

    def test_servers_end_with_who_started_them(self):
        # One that does not mind the end of its input.
        stubborn = SERVER + "\nimport time\ntime.sleep(600)\n"
        (self.folder / "server.py").write_text("import os; open('pid', 'w').write(str(os.getpid()))\n" + stubborn)
        self.configure()
        code = "await my_server.get_it({}); await new Promise((done) => setTimeout(done, 30000))"
        for command in (["run", "-c", "modebox.json", "-e", code], ["doctor"]):
            for sent in (signal.SIGINT, signal.SIGTERM):
                with self.subTest(command=command[0], signal=sent):
                    (self.folder / "pid").unlink(missing_ok=True)
                    process = subprocess.Popen([CLI, *command], cwd=self.folder, stdout=subprocess.DEVNULL,
                                               stderr=subprocess.DEVNULL)
                    self.assertTrue(eventually(lambda: (self.folder / "pid").exists()))
                    process.send_signal(sent)
                    process.wait(timeout=30)
                    pid = (self.folder / "pid").read_text()
                    self.assertTrue(eventually(lambda: not pid or not Path(f"/proc/{pid}").exists()))

    def test_types_declares_them(self):
        self.configure()
        done = self.modebox("types")
        self.assertIn("function get_it(input?: { n?: number }): Promise<unknown>;", done.stdout)

    def test_a_tool_that_is_gone_is_told_at_resume(self):
        self.configure(approve=["my-server.put-it"])
        paused = self.modebox("run", "-c", "modebox.json", "--json", "-e", "await my_server.put_it({})")
        result = json.loads(paused.stdout)
        (self.folder / "server.py").write_text(SERVER.replace('"put-it"', '"put-that"'))
        done = self.modebox("resume", "-c", "modebox.json", result["continuation"], "--approve",
                            result["interruptions"][0]["id"])
        self.assertEqual(done.returncode, 2)
        self.assertIn("my_server.put_it", done.stderr)

    def test_what_a_server_asks_reaches_the_user(self):
        self.configure()
        paused = self.modebox("run", "-c", "modebox.json", "--json", "-e", "await my_server.ask_it()")
        asked = json.loads(paused.stdout)["interruptions"][0]
        self.assertIn("Which colour?", json.dumps(asked))


if __name__ == "__main__":
    unittest.main()
