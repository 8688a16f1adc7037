"""Runs that wait for consent, as people and programs go on with them."""

import json
import os
import pty
import select
import signal
import sqlite3
import stat
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

CLI = os.environ["MODEBOX_CLI"]
TOOL = """
import json, sys, time
call = json.load(sys.stdin)
with open("calls.txt", "a") as out:
    out.write(json.dumps(call) + "\\n")
print(json.dumps({"done": call}))
"""
TWO = "const [a, b] = await Promise.all([pay.refund(1), pay.refund(2)]); [a.done, b.done]"


class Consent(unittest.TestCase):
    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = Path(kept.name)
        self.state = self.folder / "state" / "modebox"
        (self.folder / "tool.py").write_text(TOOL)
        self.configure({})

    def configure(self, more):
        tools = {
            "pay.refund": {"command": ["python3", "tool.py"], "approve": True},
            "mail.read": {"command": ["python3", "tool.py"], "source": True},
            "web.post": {"command": ["python3", "tool.py"], "sink": True},
        }
        (self.folder / "modebox.json").write_text(json.dumps({"tools": tools, **more}))

    def environment(self, **more):
        kept = {"PATH": os.environ["PATH"], "XDG_STATE_HOME": str(self.folder / "state")}
        kept.update({k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")})
        return {**kept, **more}

    def modebox(self, *words, stdin="", code=None, **environment):
        done = subprocess.run(
            [CLI, *words], cwd=self.folder, env=self.environment(**environment), input=stdin,
            capture_output=True, text=True, timeout=120, start_new_session=True)
        if code is not None:
            self.assertEqual(code, done.returncode, done.stdout + done.stderr)
        return done

    def pause(self, script):
        """The token and the interruptions of a script that pauses."""
        done = self.modebox("run", "-c", "modebox.json", "--json", "-e", script, code=4)
        result = json.loads(done.stdout)
        self.assertEqual("interrupted", result["outcome"])
        return result["continuation"], result["interruptions"]

    def resume(self, token, *flags, code=0):
        done = self.modebox("resume", token, "-c", "modebox.json", "--json", *flags, code=code)
        return json.loads(done.stdout)

    def calls(self):
        file = self.folder / "calls.txt"
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

    # Without a terminal

    def test_the_token_goes_on_in_another_process(self):
        script = "const r = await pay.refund({ cents: 250 }); console.log('paid'); r.done.cents"
        done = self.modebox("run", "-c", "modebox.json", "-e", script, code=4)
        token = done.stdout.strip()
        self.assertIn("pay.refund({ cents: 250 })", done.stderr)
        self.assertEqual([], self.calls())
        identity = done.stderr.split("\n")[1].split(" ")[0]
        done = self.modebox("resume", token, "-c", "modebox.json", "--approve", identity, code=0)
        self.assertEqual(("250\n", "paid\n"), (done.stdout, done.stderr))
        self.assertEqual([{"cents": 250}], self.calls())

    def test_a_token_is_used_once(self):
        token, [one] = self.pause("(await pay.refund(1)).done")
        self.assertEqual(1, self.resume(token, "--approve", one["id"])["value"])
        again = self.resume(token, "--approve", one["id"], code=2)
        self.assertEqual("RUN_CONTINUATION_USED", again["error"]["code"])
        self.assertEqual([1], self.calls())

    def test_of_many_processes_one_goes_on(self):
        token, [one] = self.pause("(await pay.refund(1)).done")
        command = [CLI, "resume", token, "-c", "modebox.json", "--approve", one["id"]]
        all_of_them = [
            subprocess.Popen(command, cwd=self.folder, env=self.environment(),
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for _ in range(8)
        ]
        codes = sorted(process.wait(timeout=120) for process in all_of_them)
        self.assertEqual([0] + [2] * 7, codes)
        self.assertEqual([1], self.calls())

    def test_some_calls_are_answered_and_the_rest_waits_on(self):
        token, [first, second] = self.pause(TWO)
        rest = self.resume(token, "--approve", second["id"], code=4)
        self.assertEqual([first["id"]], [one["id"] for one in rest["interruptions"]])
        self.assertEqual([2], self.calls())
        end = self.resume(rest["continuation"], "--approve", first["id"])
        self.assertEqual([1, 2], end["value"])

    def test_a_denial_is_an_error_that_the_script_catches(self):
        token, [one] = self.pause("try { await pay.refund(1) } catch (e) { e.code + ' ' + e.message }")
        end = self.resume(token, "--deny", one["id"] + "=too much = no")
        self.assertEqual("E_DENIED too much = no", end["value"])
        self.assertEqual([], self.calls())

    def test_true_and_false_are_answers(self):
        token, [one] = self.pause("(await pay.refund(1)).done")
        self.resume(token, "--value", one["id"] + "=5", code=2)
        self.assertEqual(1, self.resume(token, "--value", one["id"] + "=true")["value"])

    def test_a_sink_waits_once_a_source_was_read(self):
        token, [one] = self.pause("await web.post(1); await mail.read(2); (await web.post(3)).done")
        self.assertEqual("data_flow", one["reason"])
        self.assertEqual([1, 2], self.calls())
        self.assertEqual(3, self.resume(token, "--approve", one["id"])["value"])

    def test_tokens_come_from_arguments_files_and_standard_input(self):
        for way in ("argument", "file", "input"):
            token, [one] = self.pause("(await pay.refund(1)).done")
            (self.folder / "token").write_text(token + "\n")
            given = {"argument": token, "file": "token", "input": "-"}[way]
            done = self.modebox("resume", given, "-c", "modebox.json", "--approve", one["id"],
                                stdin=token, code=0)
            self.assertEqual("1\n", done.stdout)

    def test_inspecting_does_not_use_it(self):
        token, [one] = self.pause("(await pay.refund({ a: 'x' })).done")
        for _ in range(2):
            info = json.loads(self.modebox("inspect", token, "--json", code=0).stdout)
            self.assertEqual([{**one}], info["interruptions"])
            self.assertEqual(("run", False, True), (info["kind"], info["expired"], info["imageMatches"]))
            self.assertIn(one["id"], self.modebox("inspect", token, code=0).stdout)
        self.resume(token, "--approve", one["id"])

    def test_a_refusal_says_why_and_uses_nothing_up(self):
        token, [one] = self.pause("(await pay.refund(1)).done")
        flags = ("--approve", one["id"])
        plain = self.modebox("resume", token, *flags, code=2)
        self.assertIn("RUN_CONTINUATION_WRONG_TOOLS", plain.stderr)
        self.assertIn("-c", plain.stderr)
        self.resume(token, "--approve", "0" * 32, code=2)
        self.resume(token, *flags, "--deny", one["id"], code=2)
        self.resume(token, "--store", "other.db", *flags, code=2)
        damaged = token[:-9] + ("A" if token[-9] != "A" else "B") + token[-8:]
        self.assertEqual("RUN_CONTINUATION_INVALID",
                         self.resume(damaged, *flags, code=2)["error"]["code"])
        other = self.modebox("resume", token, "-c", "modebox.json", *flags, code=2,
                             MODEBOX_SECRET="x" * 32)
        self.assertIn("RUN_CONTINUATION_INVALID", other.stderr)
        self.modebox("resume", token, "-c", "modebox.json", code=4)
        self.resume(token, *flags)

    def test_what_is_no_token_is_told(self):
        for given in ("nowhere", "", "bWIB", "bWIB" + "A" * 300, "modebox.json"):
            done = self.modebox("inspect", given, code=2)
            self.assertRegex(done.stderr, r"^modebox inspect: .+")

    def test_a_resume_keeps_to_its_limits(self):
        token, [one] = self.pause("await pay.refund(1); for (;;) {}")
        end = self.resume(token, "--timeout-ms", "300", "--approve", one["id"], code=3)
        self.assertEqual("Timeout", end["error"]["kind"])

    # Keys and the store

    def test_a_run_that_can_not_pause_leaves_no_trace(self):
        self.modebox("run", "-e", "1", code=0)
        self.assertFalse(self.state.exists())

    def test_key_and_store_are_their_users_own(self):
        self.pause("await pay.refund(1)")
        self.assertEqual(0o700, stat.S_IMODE(self.state.stat().st_mode))
        for name in ("key", "continuations.db"):
            self.assertEqual(0o600, stat.S_IMODE((self.state / name).stat().st_mode), name)
        self.assertEqual(["continuations.db", "key"], sorted(f.name for f in self.state.iterdir()
                                                             if not f.name.startswith("continuations.db-")))

    def test_a_key_that_others_may_read_is_refused(self):
        self.pause("await pay.refund(1)")
        (self.state / "key").chmod(0o644)
        done = self.modebox("run", "-c", "modebox.json", "-e", "1", code=2)
        self.assertIn("others than its user", done.stderr)
        (self.state / "key").chmod(0o600)
        (self.state / "key").write_text("short\n")
        self.assertIn("damaged", self.modebox("run", "-c", "modebox.json", "-e", "1", code=2).stderr)

    def test_the_secret_may_have_a_name_of_its_own(self):
        self.configure({"secretEnv": "BOOKS_SECRET"})
        self.assertIn("BOOKS_SECRET", self.modebox("run", "-c", "modebox.json", "-e", "1", code=2).stderr)
        secret = {"BOOKS_SECRET": "s" * 32}
        done = self.modebox("run", "-c", "modebox.json", "-e", "await pay.refund(1)", code=4, **secret)
        self.modebox("inspect", done.stdout.strip(), code=2)
        self.modebox("inspect", done.stdout.strip(), "-c", "modebox.json", code=0, **secret)
        self.assertFalse((self.state / "key").exists())

    def test_a_short_secret_is_refused(self):
        self.modebox("run", "-c", "modebox.json", "-e", "1", code=2, MODEBOX_SECRET="short")
        self.assertIn("MODEBOX_SECRET", self.modebox("inspect", "bWIB", code=2, MODEBOX_SECRET="short").stderr)

    def test_mistakes_of_the_configuration_are_told_with_their_places(self):
        (self.folder / "modebox.json").write_text('{\n  "tools": { "a": { "command": "rm" } },\n  "aprove": []\n}')
        done = self.modebox("run", "-c", "modebox.json", "-e", "1", code=2)
        self.assertIn("modebox.json:2:", done.stderr)
        self.assertIn("modebox.json:3:", done.stderr)
        self.assertIn("approve", done.stderr)

    def test_a_state_folder_that_others_may_write_into_is_refused(self):
        self.pause("await pay.refund(1)")
        self.state.chmod(0o777)
        done = self.modebox("run", "-c", "modebox.json", "-e", "1", code=2)
        self.assertIn("others than its user may write", done.stderr)

    def test_programs_find_no_secret(self):
        spy = "import json, os; print(json.dumps([os.environ.get('MODEBOX_SECRET'), " \
              "'ssssssss' in open(f'/proc/{os.getppid()}/environ').read()]))"
        self.configure({"tools": {"spy.look": {"command": ["python3", "-c", spy]}}})
        done = self.modebox("run", "-c", "modebox.json", "-e", "await spy.look()", code=0,
                            MODEBOX_SECRET="s" * 40)
        self.assertEqual("[ null, false ]\n", done.stdout)

    def test_a_used_token_asks_nobody(self):
        token, [one] = self.pause("(await pay.refund(1)).done")
        self.resume(token, "--approve", one["id"])
        done = self.modebox("resume", token, "-c", "modebox.json", code=2)
        self.assertEqual("", done.stdout)
        self.assertIn("RUN_CONTINUATION_USED", done.stderr)
        self.typed = []
        text, code = self.on_terminal(["resume", token, "-c", "modebox.json"], ["y"])
        self.assertEqual((2, []), (code, self.typed))
        self.assertNotIn("Allow?", text)

    def test_an_id_may_be_cut_to_what_is_clear(self):
        token, [first, second] = self.pause(TWO)
        self.assertNotEqual(first["id"][:8], second["id"][:8])
        rest = self.resume(token, "--approve", second["id"][:8], code=4)
        self.resume(rest["continuation"], "--approve", first["id"][:8])

    def test_flags_take_one_value_each(self):
        token, [first, second] = self.pause(TWO)
        done = self.modebox("resume", "--approve", first["id"], "--approve", second["id"], token,
                            "-c", "modebox.json", code=0)
        self.assertEqual("[ 1, 2 ]\n", done.stdout)

    def test_a_call_that_is_too_large_to_print_loses_no_token(self):
        script = "let a = ['x'.repeat(100)]; for (let i = 0; i < 40; i++) a = [a, a]; await pay.refund(a)"
        token, [one] = self.pause(script)
        self.assertEqual([], one["arguments"])
        done = self.modebox("inspect", token, code=0)
        self.assertIn("[not shown whole]", done.stdout)
        self.assertLess(len(done.stdout), 10_000)

    def test_a_token_that_can_not_be_written_goes_to_standard_error(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([CLI, "run", "-c", "modebox.json", "-e", "await pay.refund(1)"],
                                  cwd=self.folder, env=self.environment(), stdout=full,
                                  stderr=subprocess.PIPE, text=True, timeout=120,
                                  start_new_session=True)
        self.assertEqual(70, done.returncode)
        [token] = [line for line in done.stderr.split("\n") if line.startswith("bWIB")]
        self.modebox("inspect", token, code=0)

    def test_children_are_waited_for_whoever_started_modebox(self):
        done = subprocess.run(
            ["sh", "-c", 'trap "" CHLD; exec "$0" run -c modebox.json -e "(await mail.read(1)).done"', CLI],
            cwd=self.folder, env=self.environment(), capture_output=True, text=True, timeout=120)
        self.assertEqual((0, "1\n"), (done.returncode, done.stdout))

    def test_a_wrong_command_line_says_what_is_wrong(self):
        for words, said in ((["run", "-e", "1", "--tiemout", "3"], "--tiemout"),
                            (["runn", "x"], "runn"), (["run", "-e", "1", "x.js"], "not both"), ([], "command")):
            self.assertIn(said, self.modebox(*words, code=2).stderr)
        for topic in ("run", "resume", "inspect", "config", "approvals", "tokens"):
            self.assertNotEqual("", self.modebox("help", topic, code=0).stdout)
        # No topic is hidden behind a command of its name.
        topics = self.modebox("help", code=0).stdout.split("Topics of")[1].splitlines()[1:]
        for topic in (line.split()[0] for line in topics):
            self.assertNotIn("Usage:", self.modebox("help", topic, code=0).stdout, topic)

    def test_a_forgotten_configuration_is_guessed_at(self):
        self.assertIn("-c modebox.json", self.modebox("run", "-e", "await pay.refund(1)", code=1).stderr)

    # On a terminal

    def on_terminal(self, words, answers):
        """Runs on a pseudo terminal; each answer is typed when its question is there."""
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.folder)
            os.execve(CLI, [CLI, *words], self.environment())
        text = b""
        until = time.time() + 120
        while time.time() < until:
            if answers and text.count(b"Allow?") > len(self.typed):
                self.typed.append(answers[0])
                answer = answers[0]() if callable(answers[0]) else answers[0]
                if answer is None:
                    os.kill(process, signal.SIGINT)
                else:
                    os.write(terminal, answer.encode() + b"\n")
                answers = answers[1:]
            if not select.select([terminal], [], [], 0.05)[0]:
                continue
            try:
                read = os.read(terminal, 65536)
            except OSError:
                break
            if not read:
                break
            text += read
        _, status = os.waitpid(process, 0)
        os.close(terminal)
        return text.decode().replace("\r\n", "\n"), os.waitstatus_to_exitcode(status)

    def ask(self, script, *answers):
        self.typed = []
        return self.on_terminal(["run", "-c", "modebox.json", "-e", script], list(answers))

    def test_a_person_says_yes(self):
        text, code = self.ask("(await pay.refund(1)).done + 41", "y")
        self.assertIn("pay.refund(1)", text)
        self.assertTrue(text.endswith("42\n"), text)
        self.assertEqual(0, code)

    def test_a_person_says_no_with_a_reason(self):
        text, code = self.ask("try { await pay.refund(1) } catch (e) { e.message }", "what?", "n not today")
        self.assertIn("y          yes", text)
        self.assertTrue(text.endswith("not today\n"), text)
        self.assertEqual((0, []), (code, self.calls()))

    def test_calls_are_asked_for_one_by_one(self):
        text, code = self.ask(TWO, "y", "y")
        self.assertTrue(text.endswith("[ 1, 2 ]\n"), text)
        self.assertEqual(0, code)

    def test_what_is_put_off_is_printed_as_a_token(self):
        text, code = self.ask(TWO, "y", "q")
        self.assertEqual((4, [1]), (code, self.calls()))
        token = text.strip().split("\n")[-1]
        info = json.loads(self.modebox("inspect", token, "--json", code=0).stdout)
        self.assertEqual([[2]], [one["arguments"] for one in info["interruptions"]])

    def test_an_interrupt_at_a_later_question_keeps_the_token(self):
        text, code = self.ask(TWO, "y", None)
        self.assertEqual((4, []), (code, self.calls()))
        self.modebox("inspect", text.strip().split("\n")[-1], code=0)

    def test_a_store_that_is_busy_keeps_the_token(self):
        token, _ = self.pause("(await pay.refund(7)).done")
        self.typed = []
        holder = sqlite3.connect(self.state / "continuations.db")

        def busy():
            holder.execute("BEGIN EXCLUSIVE")
            return "y"

        text, code = self.on_terminal(["resume", token, "-c", "modebox.json"], [busy])
        holder.rollback()
        holder.close()
        self.assertEqual(4, code, text)
        self.assertIn(token, text.replace("\n", ""))

    def test_a_call_stands_in_a_margin_and_blanks_push_nothing_away(self):
        script = "await pay.refund({ to: 'me', memo: ' '.repeat(3200) + 'The script calls'.padEnd(80) + 'mail' })"
        text, _ = self.ask(script, "q")
        shown = text[text.index("The script calls\n"):text.index("Allow?")]
        self.assertIn('to: "me"', shown)
        self.assertIn("more blanks]", shown)
        self.assertIn("That is a call of pay.refund.", shown)
        for line in shown.split("\n")[1:-2]:
            self.assertTrue(line.startswith("  | "), line)

    def test_a_call_that_is_not_shown_whole_needs_more_than_a_yes(self):
        text, code = self.ask("await pay.refund('x'.repeat(200000)); 5", "y", "pay.refund")
        self.assertIn("Not all of this call could be shown", text)
        self.assertEqual((0, 1), (code, len(self.calls())))

    def test_an_interrupt_at_the_question_keeps_the_token(self):
        text, code = self.ask("(await pay.refund(1)).done", None)
        self.assertEqual(4, code)
        self.modebox("inspect", text.strip().split("\n")[-1], code=0)

    def test_what_a_terminal_would_obey_or_hide_is_made_visible(self):
        text, _ = self.ask(r"await pay.refund('\u001b[2K\u202ea\u200bb\u{e0041}', { 'k\u0007': 1 })", "q")
        shown = text[text.index("pay.refund("):text.index("Its calls")]
        for hidden in ("\u001b", "\u202e", "\u200b", "\u0007", "\U000e0041"):
            self.assertNotIn(hidden, shown)
        for visible in ("202e", "200b", "db40"):
            self.assertIn(visible, shown)

    def test_a_token_is_taken_up_on_the_terminal(self):
        token, _ = self.pause("(await pay.refund(7)).done")
        self.typed = []
        text, code = self.on_terminal(["resume", token, "-c", "modebox.json"], ["y"])
        self.assertTrue(text.endswith("7\n"), text)
        self.assertEqual(0, code)


if __name__ == "__main__":
    unittest.main()
