"""Codex drives modebox mcp: `codex app-server`, which its editors and T3 Code talk to. It calls a
server's tool when told to, so that no model is needed."""

import json
import queue
import subprocess
import threading
import unittest

from agent_case import COUNT_THEN_PAY, EXAMPLES, TWICE, AgentCase, free_port, pay, program


class Codex:
    """`codex app-server`, and the user in front of it: `answer` gets what a server asks."""

    def __init__(self, process, answer):
        self.process, self.answer = process, answer
        self.asked = []
        self.answers = queue.Queue()
        self.last = 0
        threading.Thread(target=self.read, daemon=True).start()
        self.ask("initialize", clientInfo={"name": "modebox_test", "version": "1"})
        self.send({"method": "initialized"})

    def read(self):
        for line in self.process.stdout:
            message = json.loads(line)
            if "method" not in message:
                self.answers.put(message)
            elif message["method"] == "mcpServer/elicitation/request":
                self.asked.append(message["params"]["message"])
                self.send({"id": message["id"], "result": self.answer(message["params"])})

    def send(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def ask(self, method, **params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        while True:
            message = self.answers.get(timeout=60)
            if message["id"] == self.last:
                return message

    def open(self, folder, **thread):
        """A thread in this folder, which is what later calls belong to."""
        self.thread = self.ask("thread/start", cwd=str(folder), **thread)["result"]["thread"]["id"]

    def call(self, tool, **arguments):
        answer = self.ask("mcpServer/tool/call", threadId=self.thread, server="modebox", tool=tool, arguments=arguments)
        return "\n".join(block["text"] for block in answer["result"]["content"]) if "result" in answer else answer["error"]["message"]


# No news, no catalogues of plugins, no models but one that nobody asks.
QUIET = """
model = "scripted"
model_provider = "none"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.none]
name = "none"
base_url = "{0}/v1"
"""
FLAGS = ("--disable", "apps", "--disable", "plugins", "--disable", "remote_plugin")
ACCEPT, DECLINE, CANCEL = {"action": "accept", "content": {}}, {"action": "decline"}, {"action": "cancel"}


class CodexTest(AgentCase):
    def start(self, answer=None, example="config.toml", port=8080):
        """Codex with the server of an example file, and a user who answers so."""
        server = (EXAMPLES / "codex" / example).read_text()
        server = server.replace("/path/to/modebox.json", str(self.project / "modebox.json")).replace("8080", str(port))
        (self.home / ".codex").mkdir()
        (self.home / ".codex/config.toml").write_text(QUIET.format(self.model.address) + server)
        with open(self.home / "errors", "w") as errors:
            process = subprocess.Popen(
                [program("codex"), "app-server", *FLAGS], cwd=self.project, env=self.environment(), start_new_session=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True,
            )  # fmt: skip

        def end():
            process.stdin.close()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()

        self.addCleanup(end)
        return Codex(process, answer)

    def test_it_lists_tools_and_a_script_calls_one_in_a_loop(self):
        codex = self.start()
        codex.open(self.project)
        (status,) = codex.ask("mcpServerStatus/list")["result"]["data"]
        self.assertEqual(["execute", "types"], sorted(status["tools"]))
        self.assertEqual("count 1 done + count 2 done", codex.call("execute", code=TWICE))
        self.assertEqual(["count 1", "count 2"], self.done())

    def test_the_user_accepts_declines_and_dismisses(self):
        answers = iter([ACCEPT, DECLINE, CANCEL])
        codex = self.start(lambda question: next(answers))
        codex.open(self.project)
        results = [codex.call("execute", code=pay(n)) for n in (7, 8, 9)]
        self.assertEqual(["pay 7"], self.done())
        self.assertEqual("pay 7 done", results[0])
        self.assertIn("not paid: The user declined this call", results[1])
        self.assertIn("not paid: The user dismissed the question", results[2])
        self.assertEqual([f"A script wants to call\nbank.pay({{ n: {n} }})\nAllow it?" for n in (7, 8, 9)], codex.asked)

    def test_who_is_never_asked_allows_nothing(self):
        codex = self.start(lambda question: ACCEPT)
        codex.open(self.project, approvalPolicy="never")
        result = codex.call("execute", code=pay(7))
        self.assertEqual([], codex.asked)
        self.assertEqual([], self.done())
        self.assertIn("not paid: The user declined this call", result)

    def test_a_server_that_dies_before_the_answer_has_done_nothing(self):
        def answer(question):
            self.kill_servers()
            return ACCEPT

        codex = self.start(answer)
        codex.open(self.project)
        self.assertIn("Transport closed", codex.call("execute", code=pay(7)))
        self.assertEqual(1, len(codex.asked))
        self.assertIn("Transport closed", codex.call("execute", code=TWICE), "a thread keeps its dead server")
        codex.open(self.project)
        self.assertEqual("count 1 done + count 2 done", codex.call("execute", code=TWICE), "another gets a new one")
        self.assertEqual(["count 1", "count 2"], self.done())

    def test_an_answer_reaches_the_server_that_was_restarted(self):
        port = free_port()
        end = self.serve_http(port)

        def answer(question):
            end()
            self.serve_http(port)
            return ACCEPT

        codex = self.start(answer, "http.toml", port)
        codex.open(self.project)
        self.assertEqual("pay 1 done", codex.call("execute", code=COUNT_THEN_PAY))
        self.assertEqual(["count 1", "pay 1"], self.done())


if __name__ == "__main__":
    unittest.main()
