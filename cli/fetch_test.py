"""fetch on the command line: the key of modebox.json, the flag, consent in another process."""

import http.server
import json
import os
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

CLI = os.environ["MODEBOX_CLI"]


class Server(http.server.ThreadingHTTPServer):
    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answer)
        self.requests = []
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        self.server.requests.append((self.command, self.path, body))
        out = json.dumps({"path": self.path, "body": body}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(out)))
        self.end_headers()
        self.wfile.write(out)

    do_POST = do_GET

    def log_message(self, *ignored):
        pass


class Fetch(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = Path(kept.name)
        self.server = Server()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.host = f"127.0.0.1:{self.server.server_port}"
        self.url = f"http://{self.host}/x"

    def configure(self, **fetch):
        text = json.dumps({"fetch": {"hosts": [self.host], **fetch}})
        (self.folder / "modebox.json").write_text(text)

    def modebox(self, *words, code=0):
        kept = {"PATH": os.environ["PATH"], "XDG_STATE_HOME": str(self.folder / "state")}
        kept.update({k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")})
        done = subprocess.run([CLI, *words], cwd=self.folder, env=kept, input="", text=True,
                              capture_output=True, timeout=120, start_new_session=True)
        self.assertEqual(code, done.returncode, done.stdout + done.stderr)
        return done

    def test_without_it_there_is_no_network(self):
        done = self.modebox("run", "-e", f"await fetch('{self.url}')", code=1)
        self.assertIn("fetch is not defined", done.stderr)

    def test_the_flag_allows_a_host(self):
        script = f"(await (await fetch('{self.url}')).json()).path"
        self.assertEqual("/x\n", self.modebox("run", "--allow-fetch", self.host, "-e", script).stdout)
        done = self.modebox("run", "--allow-fetch", "api.example", "-e", script, code=1)
        self.assertIn(f"the host {self.host} is not among the allowed hosts: api.example", done.stderr)
        self.assertIn("E_FETCH_HOST_NOT_ALLOWED", done.stderr)
        self.assertEqual(1, len(self.server.requests))
        done = self.modebox("run", "--allow-fetch", "127.0.0.1", "-e", script, code=1)
        self.assertIn(f"not {self.server.server_port} (http): allow {self.host}", done.stderr)
        done = self.modebox("run", "--allow-fetch", "https://", "-e", "1", code=2)
        self.assertIn("https://", done.stderr)
        self.modebox("run", "--allow-fetch", f"http://{self.host}/", "-e", script)

    def test_a_flag_allows_a_method(self):
        script = f"(await (await fetch('{self.url}', {{method: 'POST', body: 'b'}})).json()).body"
        flags = ["--allow-fetch", self.host]
        done = self.modebox("run", *flags, "-e", script, code=1)
        self.assertIn("the method POST is not allowed; allowed: GET, HEAD", done.stderr)
        flags += ["--allow-fetch-method", "POST"]
        self.assertEqual("b\n", self.modebox("run", *flags, "-e", script).stdout)
        self.assertEqual([("POST", "/x", "b")], self.server.requests)
        done = self.modebox("run", *flags, "--allow-fetch-method", "*", "-e", "1", code=2)
        self.assertIn("list those", done.stderr)
        done = self.modebox("run", "--allow-fetch-method", "POST", "-e", "1", code=2)
        self.assertIn("--allow-fetch HOST", done.stderr)

    def test_the_flags_of_a_paused_run_are_told(self):
        (self.folder / "modebox.json").write_text(json.dumps({"approve": ["fetch"]}))
        flags = ["-c", "modebox.json", "--allow-fetch", self.host, "--allow-fetch", "*.example",
                 "--allow-fetch-method", "POST"]
        script = f"(await (await fetch('{self.url}')).json()).path"
        done = self.modebox("run", *flags, "-e", script, code=4)
        hint = (f"modebox resume TOKEN -c modebox.json --allow-fetch {self.host} --allow-fetch '*.example' "
                "--allow-fetch-method POST, with --approve ID")
        self.assertIn(hint, done.stderr)
        token = done.stdout.strip()
        wrong = self.modebox("resume", token, "-c", "modebox.json", code=2)
        self.assertIn("Missing here: fetch.", wrong.stderr)
        wrong = self.modebox("resume", token, code=2)
        self.assertIn("Give the -c or --allow-fetch", wrong.stderr)
        [one] = json.loads(self.modebox("inspect", token, "--json").stdout)["interruptions"]
        self.assertEqual("/x\n", self.modebox("resume", token, *flags, "--approve", one["id"]).stdout)

    def test_an_approved_request_is_sent_once_by_another_process(self):
        self.configure(methods=["GET", "POST"], approve=["POST"])
        script = (f"const r = await fetch('{self.url}'); await r.json();"
                  f"const p = await fetch('{self.url}', {{method: 'POST', body: 'pay'}});"
                  "[r.status, (await p.json()).body]")
        done = self.modebox("run", "-c", "modebox.json", "--json", "-e", script, code=4)
        result = json.loads(done.stdout)
        [one] = result["interruptions"]
        self.assertEqual("fetch", one["tool"])
        self.assertEqual("POST", one["arguments"][0]["method"])
        self.assertEqual("pay", one["arguments"][0]["body"])
        self.assertEqual([("GET", "/x", "")], self.server.requests)
        done = self.modebox("resume", result["continuation"], "-c", "modebox.json", "--json",
                            "--approve", one["id"])
        self.assertEqual([200, "pay"], json.loads(done.stdout)["value"])
        self.assertEqual([("GET", "/x", ""), ("POST", "/x", "pay")], self.server.requests)

    def test_a_denied_request_is_not_sent(self):
        self.configure(approve=True)
        script = f"try {{ await fetch('{self.url}') }} catch (e) {{ e.message + ' ' + e.code }}"
        done = self.modebox("run", "-c", "modebox.json", "--json", "-e", script, code=4)
        result = json.loads(done.stdout)
        done = self.modebox("resume", result["continuation"], "-c", "modebox.json", "--json",
                            "--deny", result["interruptions"][0]["id"] + "=No.")
        self.assertEqual("No. E_DENIED", json.loads(done.stdout)["value"])
        self.assertEqual([], self.server.requests)

    def test_a_token_is_for_runs_that_have_fetch(self):
        self.configure(approve=True)
        done = self.modebox("run", "-c", "modebox.json", "-e", f"await fetch('{self.url}')", code=4)
        token = done.stdout.strip()
        (self.folder / "modebox.json").write_text("{}")
        done = self.modebox("resume", token, "-c", "modebox.json", code=2)
        self.assertIn("RUN_CONTINUATION_WRONG_TOOLS", done.stderr)

    def test_a_model_is_told_what_may_be_reached(self):
        self.configure()
        text = self.modebox("types").stdout
        self.assertIn(f"Allowed hosts: {self.host}.", text)
        self.assertIn("fetch(input, init)", text)
        self.assertNotIn("/**", text)


if __name__ == "__main__":
    unittest.main()
