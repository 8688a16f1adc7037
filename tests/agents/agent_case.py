"""What the tests of all agents have in common: an empty home, a project with tools that write down
what was done, and modebox as its server."""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from scripted_model import ScriptedModel

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
EXAMPLES = ROOT / "examples/agents"
CLI = os.environ.get("MODEBOX_CLI", str(ROOT / "build/release/modebox"))
PROGRAM = """import json, sys
what, given = sys.argv[1], json.load(sys.stdin)
open("done", "a").write(f"{what} {given['n']}\\n")
print(json.dumps(f"{what} {given['n']} done"))
"""
# What agents start as `modebox`. A server's process writes its id down, so that a test can kill just that one.
MODEBOX = """#!/bin/sh
[ "$1" != mcp ] || echo $$ >> '{servers}'
exec '{program}' "$@"
"""
N = {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}

TWICE = "let all = []; for (const n of [1, 2]) all.push(await stock.count({ n })); all.join(' + ')"
# What ran before the question must not run again after the answer.
COUNT_THEN_PAY = "await stock.count({ n: 1 }); await bank.pay({ n: 1 })"


def pay(n):
    return f"await bank.pay({{ n: {n} }}).catch((error) => 'not paid: ' + error.message)"


def program(name):
    """The agent's program of its npm package."""
    path = HERE / "node_modules/.bin" / name
    if not path.exists():
        raise unittest.SkipTest(f"{name} is not installed: scripts/setup agents")
    return str(path)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class AgentCase(unittest.TestCase):
    def setUp(self):
        self.assertTrue(os.access(CLI, os.X_OK), f"{CLI} is not there; MODEBOX_CLI names another")
        kept = tempfile.TemporaryDirectory(prefix="modebox-agents-", ignore_cleanup_errors=True)
        self.addCleanup(kept.cleanup)
        self.home = Path(kept.name) / "home"
        self.project = Path(kept.name) / "project"
        self.programs = Path(kept.name) / "bin"
        for folder in (self.home, self.project, self.programs):
            folder.mkdir()
        (self.project / "tool.py").write_text(PROGRAM)
        self.servers = Path(kept.name) / "servers"
        modebox = self.programs / "modebox"
        modebox.write_text(MODEBOX.format(servers=self.servers, program=Path(CLI).resolve()))
        modebox.chmod(0o755)
        self.configure()
        self.model = ScriptedModel()
        self.addCleanup(self.model.close)
        self.addCleanup(lambda: self.assertEqual([], self.model.mistakes))
        self.addCleanup(lambda: self.assertEqual([], self.model.beyond, "nothing beyond the loopback is asked for"))

    def configure(self, **more):
        command = [sys.executable, "tool.py"]
        tools = {
            "stock.count": {"command": [*command, "count"], "input": N, "output": {"type": "string"}},
            "bank.pay": {"command": [*command, "pay"], "input": N, "output": {"type": "string"}, "approve": True},
        }
        (self.project / "modebox.json").write_text(json.dumps({"tools": tools, **more}))

    def done(self):
        """What the tools' programs did, in order."""
        path = self.project / "done"
        return path.read_text().splitlines() if path.exists() else []

    def environment(self, **more):
        """Nothing of the user's but the path; all that is not on the loopback goes to the model, which refuses it."""
        proxy = {name: self.model.address for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY")}
        direct = {name: "127.0.0.1,localhost" for name in ("no_proxy", "NO_PROXY")}
        home = {"HOME": str(self.home), "TMPDIR": str(self.home), "LANG": "C.UTF-8"}
        path = f"{self.programs}:{os.environ['PATH']}"
        return {"PATH": path, **home, **proxy, **direct, **more}

    def run_agent(self, *command, timeout=180, **more):
        """Its standard output. The agent leads a group of its own, of which nothing is left afterwards."""
        process = subprocess.Popen(
            command, cwd=self.project, env=self.environment(**more), start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            out, errors = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, errors = process.communicate()
            self.fail(f"{command[0]} took longer than {timeout} s:\n{out}\n{errors}")
        self.errors = errors
        self.assertEqual(process.returncode, 0, f"{out}\n{errors}")
        return out

    def kill_servers(self):
        """Kills what runs of the servers that the agent started; gives how many."""
        killed = 0
        for pid in self.servers.read_text().split():
            try:
                os.kill(int(pid), signal.SIGKILL)
                killed += 1
            except ProcessLookupError:
                pass
        return killed

    def serve_http(self, port):
        """A server over HTTP that the test itself starts, and may kill and start anew at the same port."""
        process = subprocess.Popen(
            [CLI, "mcp", "-c", str(self.project / "modebox.json"), "--http", f"127.0.0.1:{port}"],
            cwd=self.project, env=self.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

        def end():
            process.kill()
            process.wait()

        self.addCleanup(end)
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return end
            time.sleep(0.05)
        self.fail("the server does not listen")
