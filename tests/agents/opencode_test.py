"""opencode drives modebox mcp."""

import json
import re
import shutil
import unittest

from agent_case import COUNT_THEN_PAY, EXAMPLES, TWICE, AgentCase, pay, program
from scripted_model import Call

EXECUTE, APPROVE, TYPES = "modebox_execute", "modebox_approve", "modebox_types"


def installed(folder):
    """Makes a folder with opencode's settings look as if it had fetched what plugins may import, which ours do not."""
    (folder / "node_modules").mkdir(parents=True)
    packages = {"": {"dependencies": {"@opencode-ai/plugin": "*"}}}
    (folder / "package-lock.json").write_text(json.dumps({"lockfileVersion": 3, "packages": packages}))


class OpencodeTest(AgentCase):
    def setUp(self):
        super().setUp()
        self.opencode = program("opencode")
        installed(self.home / ".config/opencode")
        self.config = json.loads((EXAMPLES / "opencode/opencode.json").read_text())

    def environment(self, **more):
        off = ("AUTOUPDATE", "MODELS_FETCH", "LSP_DOWNLOAD", "DEFAULT_PLUGINS", "SHARE")
        off = [f"OPENCODE_DISABLE_{name}" for name in off] + ["OPENCODE_EXPERIMENTAL_DISABLE_FILEWATCHER"]
        return super().environment(**{name: "1" for name in off}, **more)

    def write_config(self):
        npm = {"npm": "@ai-sdk/openai-compatible", "name": "scripted", "models": {"scripted": {"name": "scripted"}}}
        provider = {"scripted": npm | {"options": {"baseURL": f"{self.model.address}/v1", "apiKey": "placeholder"}}}
        ours = {"model": "scripted/scripted", "small_model": "scripted/scripted", "provider": provider}
        (self.project / "opencode.json").write_text(json.dumps(ours | {"autoupdate": False, "share": "disabled"} | self.config))

    def ask(self, *turns, flags=(), **more):
        """What the model was told of its calls."""
        self.model.turns = list(turns)
        self.write_config()
        self.model.taken = 0
        self.output = self.run_agent(self.opencode, "run", *flags, "go", **more)
        self.output += self.errors
        return self.model.results

    def test_it_lists_tools_and_a_script_calls_one_in_a_loop(self):
        results = self.ask(Call(EXECUTE, {"code": TWICE}), Call(EXECUTE, {"code": "'ab'.repeat(30000)"}), Call(EXECUTE, {"code": pay(7)}))
        self.assertEqual(["count 1", "count 2"], self.done())
        self.assertEqual("count 1 done + count 2 done", results[0])
        self.assertEqual([EXECUTE, TYPES], sorted(name for name in self.model.offered if name.startswith("modebox")))
        self.assertEqual("ab" * 20000, results[1][:40000])
        self.assertIn("bank.pay", results[2], "without a way to ask, it is told which call was not made")

    def approve(self, allow):
        """A turn that answers what the call before has told of."""
        return lambda told: Call(APPROVE, {"run": re.search(r"run-[0-9a-f]+", told)[0], "allow": allow})

    def test_the_tool_approve_denies_and_after_a_restart_allows(self):
        self.configure(approveTool=True)
        self.config["permission"] = {APPROVE: "allow"}
        results = self.ask(Call(EXECUTE, {"code": pay(7)}), self.approve(False), Call(EXECUTE, {"code": COUNT_THEN_PAY}))
        self.assertIn("not paid: ", results[1])
        self.assertEqual(["count 1"], self.done())
        results = self.ask(self.approve(True), flags=("--continue",))
        self.assertEqual(2, len(self.servers.read_text().split()), "each opencode starts a server")
        self.assertEqual("pay 1 done", results[-1])
        self.assertEqual(["count 1", "pay 1"], self.done())

    def test_the_tool_approve_needs_the_permission(self):
        self.configure(approveTool=True)
        self.ask(Call(EXECUTE, {"code": pay(7)}), self.approve(True))
        self.assertEqual([], self.done(), "nobody is there to be asked")
        self.assertIn("permission requested: modebox_approve", self.output)

    def use_plugin(self, **permission):
        """opencode with the plugin in place of the server."""
        installed(self.project / ".opencode")
        (self.project / ".opencode/plugins").mkdir()
        shutil.copy(EXAMPLES / "opencode/modebox.js", self.project / ".opencode/plugins")
        self.config = {"permission": permission}

    def test_rules_answer_what_the_plugin_asks(self):
        rules = json.loads((EXAMPLES / "opencode/opencode-plugin.json").read_text())["permission"]
        self.use_plugin(**rules, **{"modebox bank.pay(*": "allow", 'modebox bank.pay({"n":8*': "deny"})
        code = f"console.log('before'); const a = {pay(7)}; console.log('between'); const b = {pay(8)}; a + ', ' + b"
        results = self.ask(*(Call("modebox", {"code": code}) for code in (TWICE, code, "const a = ;")))
        self.assertEqual(["count 1", "count 2", "pay 7"], self.done())
        self.assertEqual("count 1 done + count 2 done", results[0])
        self.assertRegex(results[1], r"^pay 7 done, not paid: .*\n*Console:\nbefore\nbetween$")
        self.assertIn("[RUN_SYNTAX]", results[2])
        offered = self.model.offered["modebox"]
        self.assertIn("function pay(input: { n: number }): Promise<string>", offered["description"])
        self.assertEqual(["code"], offered["parameters"]["required"])

    def test_the_plugin_has_the_user_asked_about_what_no_rule_allows(self):
        self.use_plugin(**{'modebox bank.pay({"n":7})': "allow", "*": "allow"})
        pays = f"const all = []; for (const n of [7, 8, 70]) all.push({pay('n')}); all.join()"
        (result,) = self.ask(Call("modebox", {"code": pays}))
        self.assertEqual(["pay 7"], self.done(), "nobody is there to be asked about the others")
        self.assertEqual(2, result.count("not paid: "))
        self.assertIn('modebox bank.pay({"n":8})', self.output)


if __name__ == "__main__":
    unittest.main()
