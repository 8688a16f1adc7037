"""Claude Code drives modebox mcp."""

import json
import sys
import unittest

from agent_case import COUNT_THEN_PAY, EXAMPLES, TWICE, AgentCase, free_port, pay, program
from scripted_model import Call

EXECUTE, TYPES = "mcp__modebox__execute", "mcp__modebox__types"
# A hook that puts the question to the test, and its answer to Claude Code.
HOOK = """import sys, urllib.request
url, data = sys.argv[1], sys.stdin.buffer.read()
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
sys.stdout.write(opener.open(urllib.request.Request(url, data, {"Content-Type": "application/json"})).read().decode())
"""


class ClaudeTest(AgentCase):
    def setUp(self):
        super().setUp()
        self.claude = program("claude")
        self.config = json.loads((EXAMPLES / "claude-code/.mcp.json").read_text())
        self.settings = {}

    def environment(self, **more):
        off = ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "DISABLE_TELEMETRY", "DISABLE_ERROR_REPORTING", "DISABLE_AUTOUPDATER")
        model = {"ANTHROPIC_BASE_URL": self.model.address, "ANTHROPIC_API_KEY": "placeholder"}
        return super().environment(**{name: "1" for name in off}, **model, **more)

    def ask(self, *turns, flags=(), **more):
        """What the model was told of its calls."""
        self.model.turns = list(turns)
        (self.project / "mcp.json").write_text(json.dumps(self.config))
        (self.project / "settings.json").write_text(json.dumps(self.settings))
        self.run_agent(
            self.claude, "-p", "--mcp-config", "mcp.json", "--strict-mcp-config", "--settings", "settings.json",
            "--model", "scripted", "--allowedTools", "mcp__modebox", *flags, "--", "go", **more,
        )  # fmt: skip
        return self.model.results

    def answer_questions(self, answer):
        """What servers ask is answered by `answer`, which gets what Claude Code tells its hooks."""

        def asked(question):
            self.asked.append(question["message"])
            return {"hookSpecificOutput": {"hookEventName": "Elicitation", **answer(question)}}

        self.asked = []
        self.model.ask = asked
        (self.project / "hook.py").write_text(HOOK)
        command = f"'{sys.executable}' '{self.project}/hook.py' {self.model.address}/hook"
        self.settings = {"hooks": {"Elicitation": [{"hooks": [{"type": "command", "command": command}]}]}}

    def test_it_lists_tools_and_a_script_calls_one_in_a_loop(self):
        results = self.ask(Call(EXECUTE, {"code": TWICE}), Call(EXECUTE, {"code": "'ab'.repeat(30000)"}))
        self.assertEqual(["count 1", "count 2"], self.done())
        self.assertEqual("count 1 done + count 2 done", results[0])
        ours = sorted(name for name in self.model.offered if name.startswith("mcp__"))
        self.assertEqual([EXECUTE, TYPES], ours)
        self.assertEqual(["code"], self.model.offered[EXECUTE]["input_schema"]["required"])
        # Claude Code would put what is longer than its own limit into a file.
        self.assertEqual("ab" * 20000, results[1][:40000])
        self.assertIn('tools.output("o1")', results[1])

    def ask_twice(self, **environment):
        answers = iter([{"action": "accept", "content": {}}, {"action": "decline"}])
        self.answer_questions(lambda question: next(answers))
        results = self.ask(Call(EXECUTE, {"code": pay(7)}), Call(EXECUTE, {"code": pay(8)}), **environment)
        self.assertEqual(["A script wants to call\nbank.pay({ n: 7 })\nAllow it?", "A script wants to call\nbank.pay({ n: 8 })\nAllow it?"], self.asked)
        self.assertEqual(["pay 7"], self.done())
        self.assertEqual("pay 7 done", results[0])
        self.assertIn("not paid: The user declined this call", results[1])

    def test_a_hook_accepts_and_declines(self):
        self.ask_twice()

    def test_a_hook_accepts_and_declines_in_the_protocol_with_a_handshake(self):
        self.ask_twice(MCP_PROTOCOL_NEGOTIATION="legacy")

    def test_without_a_user_and_a_hook_nothing_is_allowed(self):
        (result,) = self.ask(Call(EXECUTE, {"code": pay(7)}))
        self.assertEqual([], self.done())
        self.assertIn("not paid: The user dismissed the question", result)

    def test_a_server_that_dies_before_the_answer_has_done_nothing(self):
        def answer(question):
            self.assertEqual(1, self.kill_servers())
            return {"action": "accept", "content": {}}

        self.answer_questions(answer)
        results = self.ask(Call(EXECUTE, {"code": pay(7)}), Call(EXECUTE, {"code": TWICE}))
        self.assertEqual("Not connected", results[0])
        self.assertEqual("count 1 done + count 2 done", results[1], "it starts the server anew for the next call")
        self.assertEqual(["count 1", "count 2"], self.done())

    def test_an_answer_reaches_the_server_that_was_restarted(self):
        port = free_port()
        self.config = {"mcpServers": {"modebox": {"type": "http", "url": f"http://127.0.0.1:{port}/mcp"}}}
        end = self.serve_http(port)

        def answer(question):
            end()
            self.serve_http(port)
            return {"action": "accept", "content": {}}

        self.answer_questions(answer)
        (result,) = self.ask(Call(EXECUTE, {"code": COUNT_THEN_PAY}))
        self.assertEqual(["count 1", "pay 1"], self.done())
        self.assertEqual("pay 1 done", result)


if __name__ == "__main__":
    unittest.main()
