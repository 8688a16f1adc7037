"""What an agent's user sees of modebox, played by this script: the agent's MCP client and its user.

It starts `modebox mcp`, which has one more MCP server behind it, the file server of npm. A script
reads all invoices of a folder and writes a report; the writing waits for the user's yes, and while
it waits the server is killed and started again.

    demo.py MODEBOX SERVER    the program, and the folder that npm installed the file server in
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "demo", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
}


class Server:
    """modebox mcp, and the messages to and from it."""

    def __init__(self, modebox, folder, server):
        self.bytes = 0
        self.process = subprocess.Popen(
            [modebox, "mcp", "-c", str(HERE / "modebox.json")],
            env={
                **os.environ,
                "MODEBOX_DEMO_SERVER": str(server),
                "MODEBOX_DEMO_FOLDER": str(folder / "invoices"),
                "XDG_STATE_HOME": str(folder / "state"),
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, method, params=None):
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**(params or {}), "_meta": META}}
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        while True:
            line = self.process.stdout.readline()
            if not line:
                sys.exit("demo: modebox mcp has ended")
            answer = json.loads(line)
            if answer.get("id") == 1:
                self.bytes += len(line)
                if "error" in answer:
                    sys.exit(f"demo: {answer['error']['message']}")
                return answer["result"]

    def call(self, name, arguments, **more):
        return self.ask("tools/call", {"name": name, "arguments": arguments, **more})

    def end(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def say(who, text):
    print(f"\n{who}")
    for line in text.rstrip().splitlines():
        print(f"    {line}")


def text_of(result):
    return "\n".join(block["text"] for block in result["content"] if block["type"] == "text")


def make_invoices(folder):
    folder.mkdir()
    numbers = random.Random(7)
    customers = ["Ada Ltd", "Babbage & Sons", "Curie SARL", "Dijkstra BV", "Erlang AB"]
    total = 0
    for number in range(1, 31):
        text = json.dumps({
            "number": number, "customer": numbers.choice(customers), "cents": numbers.randrange(1000, 90000),
            "lines": [{"text": f"position {i}", "count": numbers.randrange(1, 9)} for i in range(12)],
        })
        total += len(text)
        (folder / f"invoice-{number:02}.json").write_text(text)
    return total


def main():
    modebox, packages = sys.argv[1], Path(sys.argv[2]).resolve()
    server = packages / "node_modules/.bin/mcp-server-filesystem"
    if not server.exists():
        sys.exit(f"demo: {server} is not there; scripts/setup build installs it")
    with tempfile.TemporaryDirectory() as kept:
        folder = Path(kept)
        size = make_invoices(folder / "invoices")
        script = (HERE / "totals.ts").read_text()
        first = Server(modebox, folder, server)
        begin = time.monotonic()
        instructions = first.ask("server/discover")["instructions"]
        say("the agent connects to modebox mcp, and is told", instructions)
        types = text_of(first.call("types", {"query": "files.write_file"}))
        say('it asks for types {"query": "files.write_file"}', types)
        say("it sends one script to execute", script)
        asked = first.call("execute", {"code": script})
        if asked.get("resultType") != "input_required":
            sys.exit(f"demo: expected a question, got {text_of(asked)}")
        (key, question), = asked["inputRequests"].items()
        say("the script has read all invoices; before it writes, the user is asked", question["params"]["message"])
        first.process.kill()
        first.end()
        say("meanwhile modebox mcp is killed, and started again; the run is in the question's sealed state",
            f"{len(asked['requestState'])} bytes, encrypted")
        second = Server(modebox, folder, server)
        done = second.call("execute", {"code": script}, requestState=asked["requestState"],
                           inputResponses={key: {"action": "accept", "content": {}}})
        say("the user says yes, and the script goes on where it was", text_of(done))
        second.end()
        report = (folder / "invoices/report.txt").read_text()
        say("report.txt", report)
        through_model = len(script) + first.bytes + second.bytes - len(asked["requestState"])
        say("what went through the model",
            f"{through_model} bytes with one script; the {size} bytes of the invoices alone, and 32 more turns,\n"
            f"with one tool call each. All of it took {time.monotonic() - begin:.1f} s, most of that the file server's start.")
        return 0 if len(report.splitlines()) == 5 and not done.get("isError") else 1


if __name__ == "__main__":
    sys.exit(main())
