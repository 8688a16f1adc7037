"""modebox mcp as its clients see it: over standard input and output, and over HTTP."""

import http.client
import json
import os
import queue
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

CLI = os.environ["MODEBOX_CLI"]
VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"


def meta(capabilities=None):
    return {VERSION: "2026-07-28", CAPABILITIES: capabilities or {}}


FORMS = {"elicitation": {"form": {}}}


class Stdio:
    """A process and its two pipes."""

    def __init__(self, folder, *arguments):
        self.process = subprocess.Popen(
            [CLI, "mcp", *arguments],
            cwd=folder,
            env={**os.environ, "XDG_STATE_HOME": str(folder / "state")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.messages = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.messages.put(json.loads(line))

    def send(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def ask(self, method, params=None, id=1):
        self.send(json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params or {}}))
        while True:
            message = self.messages.get(timeout=60)
            if message.get("id") == id and "method" not in message:
                return message

    def call(self, name, arguments, **more):
        return self.ask("tools/call", {"name": name, "arguments": arguments, **more})

    def close(self):
        self.process.stdin.close()
        code = self.process.wait(timeout=20)
        self.process.stdout.close()
        return code


def text_of(answer):
    return "\n".join(block.get("text", "") for block in answer["result"]["content"])


class McpTest(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = Path(kept.name)
        script = "import sys,json; n=json.load(sys.stdin)['n']; open('paid','a').write(f'{n}\\n'); print(json.dumps('paid %d' % n))"
        self.configure({"tools": {"bank.pay": {"command": [sys.executable, "-c", script], "approve": True}}})

    def configure(self, config):
        (self.folder / "modebox.json").write_text(json.dumps(config))

    def paid(self):
        path = self.folder / "paid"
        return path.read_text().split() if path.exists() else []

    def serve(self, *arguments):
        server = Stdio(self.folder, *arguments)

        def end():
            if server.process.poll() is None:
                server.process.kill()
                server.process.wait()
            server.process.stdin.close() if not server.process.stdin.closed else None
            server.process.stdout.close()

        self.addCleanup(end)
        return server


class OverStdio(McpTest):
    def test_looking_at_it_leaves_no_trace(self):
        server = self.serve()
        answer = server.ask("server/discover", {"_meta": meta()}, id="probe")
        self.assertEqual(answer["result"]["supportedVersions"], ["2026-07-28"])
        tools = server.ask("tools/list", {"_meta": meta()})["result"]["tools"]
        self.assertEqual([tool["name"] for tool in tools], ["execute", "types"])
        self.assertIn("bank", text_of(server.call("types", {}, _meta=meta())))
        self.assertFalse((self.folder / "state").exists())
        self.assertEqual(server.close(), 0)

    def test_legacy_clients_run_scripts_in_sessions(self):
        server = self.serve()
        answer = server.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}})
        self.assertEqual(answer["result"]["protocolVersion"], "2025-06-18")
        server.send('{"jsonrpc":"2.0","method":"notifications/initialized"}')
        self.assertIn("42", text_of(server.call("execute", {"code": "6 * 7"})))
        server.call("execute", {"code": "let n = 1", "session": "a"})
        self.assertIn("2", text_of(server.call("execute", {"code": "n + 1", "session": "a"})))
        self.assertTrue(server.call("execute", {"code": "n + 1"})["result"]["isError"])

    def test_a_run_that_waits_for_approve_survives_a_restart(self):
        config = json.loads((self.folder / "modebox.json").read_text())
        self.configure({**config, "approveTool": True})
        told = text_of(self.serve().call("execute", {"code": "await bank.pay({ n: 6 })"}))
        run = re.search(r"run-[0-9a-f]+", told)[0]
        self.assertEqual(self.paid(), [])
        server = self.serve()
        self.assertIn("paid 6", text_of(server.call("approve", {"run": run, "allow": True})))
        self.assertIn("paid 6", text_of(server.call("approve", {"run": run, "allow": True})))
        self.assertEqual(self.paid(), ["6"])
        self.assertEqual((self.folder / "state/modebox/pending" / run).stat().st_mode & 0o777, 0o600)

    def test_requests_from_a_pipe_are_answered(self):
        request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
        request["params"] = {"name": "execute", "arguments": {"code": "6 * 7"}}
        done = subprocess.run(
            [CLI, "mcp"], cwd=self.folder, input=json.dumps(request) + "\n",
            env={**os.environ, "XDG_STATE_HOME": str(self.folder / "state")}, capture_output=True, text=True,
        )
        self.assertEqual(text_of(json.loads(done.stdout)), "42")

    def test_without_a_configuration_it_says_so(self):
        (self.folder / "modebox.json").unlink()
        command = [CLI, "mcp"]
        done = subprocess.run(command, cwd=self.folder, input="", capture_output=True, text=True)
        self.assertEqual(done.returncode, 0)
        self.assertIn("there is no modebox.json in this folder", done.stderr)
        answer = self.serve().ask("server/discover", {"_meta": meta()})
        self.assertIn("without tools", answer["result"]["instructions"])

    def test_consent_survives_a_restart_and_nothing_runs_twice(self):
        arguments = {"code": "const r = await bank.pay({ n: 5 }); r + '!'"}
        server = self.serve()
        asked = server.call("execute", arguments, _meta=meta(FORMS))["result"]
        self.assertEqual(asked["resultType"], "input_required")
        server.process.kill()
        server.process.wait()
        self.assertEqual(self.paid(), [])
        again = {
            "inputResponses": {key: {"action": "accept"} for key in asked["inputRequests"]},
            "requestState": asked["requestState"],
            "_meta": meta(FORMS),
        }
        server = self.serve()
        self.assertIn("paid 5!", text_of(server.call("execute", arguments, **again)))
        self.assertIn("paid 5!", text_of(server.call("execute", arguments, **again)))
        self.assertEqual(server.close(), 0)
        server = self.serve()
        self.assertTrue(server.call("execute", arguments, **again)["result"]["isError"])
        self.assertEqual(self.paid(), ["5"])

    def test_what_is_no_message_is_answered_and_the_next_one_too(self):
        server = self.serve()
        for line in ["{", "[]", "\x00", "{}" * 1000, '"' + "a" * (9 << 20) + '"']:
            server.send(line)
            self.assertIn("error", server.messages.get(timeout=60))
        self.assertIn("2", text_of(server.call("execute", {"code": "1 + 1"})))

    def test_who_sends_too_much_is_told_so_and_does_not_wait(self):
        server = self.serve()
        code = json.dumps("a" * (9 << 20))
        # The id first, and last, as clients write it.
        server.send('{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"execute","arguments":{"code":%s}}}' % code)
        server.send('{"method":"tools/call","params":{"name":"execute","arguments":{"code":%s}},"jsonrpc":"2.0","id":7}' % code)
        for id in ["x", 7]:
            answer = server.messages.get(timeout=60)
            self.assertEqual((answer["id"], answer["error"]["code"]), (id, -32600))
            self.assertIn("8388608", answer["error"]["message"])

    def test_malformed_notifications_are_not_answered(self):
        server = self.serve()
        server.send('{"jsonrpc":"2.0","method":"notifications/x","params":[1]}')
        server.send('{"jsonrpc":"2.0","method":5}')
        self.assertEqual(server.messages.get(timeout=60)["id"], None)
        self.assertEqual(server.ask("server/discover", {"_meta": meta()})["id"], 1)
        self.assertTrue(server.messages.empty())

    def test_the_end_of_the_input_ends_what_runs(self):
        server = self.serve()
        server.send('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"execute","arguments":{"code":"for (;;) {}"}}}')
        time.sleep(0.3)
        self.assertEqual(server.close(), 0)

    def test_a_client_that_does_not_read_is_given_up_and_not_waited_for(self):
        server = subprocess.Popen([CLI, "mcp"], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  env={**os.environ, "XDG_STATE_HOME": str(self.folder / "state")})
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        line = b'{"jsonrpc":"2.0","id":"%s","method":"ping"}\n' % (b"x" * 4000)
        for _ in range(200):
            server.stdin.write(line)
        server.stdin.flush()
        server.stdin.close()
        server.wait(timeout=20)
        server.stdout.close()

    def test_a_tool_named_like_ours_is_refused_with_its_place_whatever_is_to_be_done(self):
        self.configure({"tools": {"tools.search": {"command": ["true"]}, "a": {"command": []}}})
        for command in (["mcp"], ["types"], ["run", "-c", "modebox.json", "-e", "1"]):
            done = subprocess.run([CLI, *command], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, r'modebox\.json:1:12: tools\["tools\.search"\] must have another name')
            self.assertIn("tools.a.command must begin with a program", done.stderr)


class OverHttp(McpTest):
    def start(self, *arguments, env=None):
        process = subprocess.Popen(
            [CLI, "mcp", "--http", "127.0.0.1:0", *arguments],
            cwd=self.folder,
            env={**os.environ, "XDG_STATE_HOME": str(self.folder / "state"), **(env or {})},
            stderr=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.port = int(process.stderr.readline().rsplit(":", 1)[1].split("/")[0])
        return process

    def post(self, message, headers=None, method="POST"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        base = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        connection.request(method, "/mcp", json.dumps(message), {**base, **(headers or {})})
        response = connection.getresponse()
        body = response.read().decode()
        connection.close()
        if response.getheader("Content-Type") == "text/event-stream":
            events = [json.loads(line[6:]) for line in body.splitlines() if line.startswith("data: ")]
            return response, events
        return response, json.loads(body) if body else None

    def modern(self, method, params, name=None, **headers):
        more = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method, **headers}
        if name:
            more["Mcp-Name"] = name
        return self.post({"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": meta(FORMS)}}, more)

    def test_modern_requests_stand_alone(self):
        self.start()
        self.assertEqual(self.modern("server/discover", {})[1]["result"]["resultType"], "complete")
        answer = self.modern("tools/call", {"name": "execute", "arguments": {"code": "1 + 1"}}, "execute")[1]
        self.assertIn("2", text_of(answer))

    def test_headers_must_say_what_the_message_says(self):
        self.start()
        for wrong in [{"Mcp-Method": "tools/list"}, {"MCP-Protocol-Version": "2025-11-25"}]:
            response, answer = self.modern("server/discover", {}, **wrong)
            self.assertEqual((response.status, answer["error"]["code"]), (400, -32020))
        response, answer = self.modern("tools/call", {"name": "execute", "arguments": {}}, "types")
        self.assertEqual((response.status, answer["error"]["code"]), (400, -32020))
        self.assertEqual(self.modern("no/such", {})[0].status, 404)

    def test_an_unknown_version_is_unsupported_wherever_it_is_named(self):
        self.start()
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
        for named in [{}, {"_meta": {**meta(), VERSION: "2099-01-01"}}]:
            response, answer = self.post({**message, "params": named}, {"MCP-Protocol-Version": "2099-01-01"})
            self.assertEqual((response.status, answer["id"], answer["error"]["code"]), (400, 1, -32022))
            self.assertEqual(answer["error"]["data"], {"supported": ["2026-07-28"], "requested": "2099-01-01"})
        response, answer = self.post({"jsonrpc": "2.0", "method": "notifications/x"}, {"MCP-Protocol-Version": "2099-01-01"})
        self.assertEqual((response.status, answer["id"], answer["error"]["code"]), (400, None, -32022))

    def test_what_is_no_message_is_a_bad_request(self):
        self.start()
        for message in [{"jsonrpc": "2.0", "method": 5}, {"jsonrpc": "2.0", "method": "n", "params": []}, [], {}]:
            response, answer = self.post(message)
            self.assertEqual((response.status, answer["id"]), (400, None))
        self.assertEqual(self.post({"jsonrpc": "2.0", "method": "n"})[0].status, 202)

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        self.addCleanup(connection.close)
        return connection

    def read_to_end(self, connection):
        pieces = []
        while piece := connection.recv(65536):
            pieces.append(piece)
        return b"".join(pieces)

    def test_a_half_closed_client_gets_its_answer(self):
        self.start()
        script = "const end = Date.now() + 500; while (Date.now() < end); 6 * 7"
        for version in ["2026-07-28", None]:
            params = {"name": "execute", "arguments": {"code": script}, **({"_meta": meta()} if version else {})}
            body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
            more = f"MCP-Protocol-Version: {version}\r\nMcp-Method: tools/call\r\nMcp-Name: execute\r\n" if version else ""
            connection = self.connect()
            connection.sendall((f"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{more}"
                                f"Content-Length: {len(body)}\r\n\r\n{body}").encode())
            connection.shutdown(socket.SHUT_WR)
            # http.client reads past `100 Continue` as any client of HTTP/1.1 has to.
            response = http.client.HTTPResponse(connection)
            response.begin()
            self.assertEqual(response.status, 200)
            self.assertIn("42", text_of(json.loads(response.read())))

    def test_who_may_not_come_in_is_told_so_before_its_body(self):
        self.start("--http-token-env", "TOKEN", env={"TOKEN": "a long secret"})
        head = "POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 4000000\r\n"
        right = "Authorization: Bearer a long secret\r\n"
        cases = [("Host: localhost\r\n", 401), ("Host: evil.example\r\n" + right, 403),
                 ("Host: localhost\r\nOrigin: http://evil.example\r\n" + right, 403),
                 ("Host: localhost\r\nExpect: 100-continue\r\n", 401)]
        for more, status in cases:
            connection = self.connect()
            connection.sendall((head + more + "\r\n").encode())
            answer = self.read_to_end(connection)
            self.assertTrue(answer.startswith(b"HTTP/1.1 %d " % status), answer)
            self.assertIn(b"Connection: close", answer)
        # Who sends all of it nevertheless can read why.
        connection = self.connect()
        connection.sendall((head + "Host: localhost\r\n\r\n").encode() + b"a" * 4_000_000)
        self.assertTrue(self.read_to_end(connection).startswith(b"HTTP/1.1 401 "))
        connection = self.connect()
        connection.sendall((head + "Host: localhost\r\n" + right + "\r\n").encode())
        connection.settimeout(0.3)
        self.assertRaises(TimeoutError, connection.recv, 1)

    def test_pages_and_rebound_names_stay_outside(self):
        self.start()
        for headers in [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Origin": "null"}]:
            self.assertEqual(self.modern("server/discover", {}, **headers)[0].status, 403)
        self.assertEqual(self.modern("server/discover", {}, Origin=f"http://localhost:{self.port}")[0].status, 200)
        self.assertEqual(self.post({}, method="GET")[0].status, 405)
        self.assertEqual(self.post({}, {"Content-Type": "text/plain"})[0].status, 415)

    def test_a_token_is_needed_where_one_is_set(self):
        self.start("--http-token-env", "TOKEN", env={"TOKEN": "a long secret"})
        self.assertEqual(self.modern("server/discover", {})[0].status, 401)
        self.assertEqual(self.modern("server/discover", {}, Authorization="Bearer wrong secret")[0].status, 401)
        self.assertEqual(self.modern("server/discover", {}, Authorization="Bearer a long secret")[0].status, 200)

    def test_a_legacy_client_is_asked_on_the_stream_of_its_call(self):
        self.start()
        response, _ = self.post({"jsonrpc": "2.0", "id": 0, "method": "initialize",
                                 "params": {"protocolVersion": "2025-11-25", "capabilities": FORMS}})
        session = {"Mcp-Session-Id": response.getheader("Mcp-Session-Id")}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("POST", "/mcp", json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "execute", "arguments": {"code": "await bank.pay({ n: 7 })"}}}),
            {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", **session})
        stream = connection.getresponse()
        self.addCleanup(connection.close)

        def event():
            while True:
                line = stream.readline().decode()
                self.assertTrue(line)
                if line.startswith("data: "):
                    return json.loads(line[6:])

        question = event()
        self.assertIn("n: 7", question["params"]["message"])
        answered, _ = self.post({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept"}}, session)
        self.assertEqual(answered.status, 202)
        self.assertIn("paid 7", text_of(event()))
        self.assertEqual(self.post({"jsonrpc": "2.0", "id": 1, "method": "ping"}, {"Mcp-Session-Id": "nope"})[0].status, 404)
        self.assertEqual(self.post({}, session, method="DELETE")[0].status, 204)
        self.assertEqual(self.post({"jsonrpc": "2.0", "id": 1, "method": "ping"}, session)[0].status, 404)

    def test_a_cancelled_request_of_a_legacy_client_ends_without_an_answer(self):
        self.start()
        response, _ = self.post({"jsonrpc": "2.0", "id": 0, "method": "initialize",
                                 "params": {"protocolVersion": "2025-11-25", "capabilities": {}}})
        session = {"Mcp-Session-Id": response.getheader("Mcp-Session-Id")}
        loop = {"name": "execute", "arguments": {"code": "for (;;) {}"}}
        ended = queue.Queue()
        caller = threading.Thread(target=lambda: ended.put(
            self.post({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": loop}, session)))
        caller.start()
        time.sleep(0.3)
        self.post({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 5}}, session)
        response, events = ended.get(timeout=20)
        caller.join()
        self.assertEqual((response.status, response.getheader("Content-Type"), events), (200, "text/event-stream", []))

    def test_a_client_that_hangs_up_cancels_its_script(self):
        self.start()
        loop = {"name": "execute", "arguments": {"code": "for (;;) {}"}, "_meta": meta()}
        headers = {"Content-Type": "application/json", "MCP-Protocol-Version": "2026-07-28",
                   "Mcp-Method": "tools/call", "Mcp-Name": "execute"}
        loops = [http.client.HTTPConnection("127.0.0.1", self.port, timeout=60) for _ in range(20)]
        for connection in loops:
            connection.request("POST", "/mcp", json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": loop}), headers)
        time.sleep(0.3)
        for connection in loops:
            connection.close()
        # Many more than there are workers: were the loops still going, this would not come to its turn.
        begin = time.monotonic()
        answer = self.modern("tools/call", {"name": "execute", "arguments": {"code": "1 + 1"}}, "execute")[1]
        self.assertIn("2", text_of(answer))
        self.assertLess(time.monotonic() - begin, 20)


if __name__ == "__main__":
    unittest.main()
