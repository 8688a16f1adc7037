"""Real MCP servers from npm behind modebox mcp: every tool of theirs is called by a script."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

CLI = os.environ["MODEBOX_CLI"]
PROGRAMS = Path(__file__).resolve().parent / "node_modules/.bin"
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
}


class Servers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        kept = tempfile.TemporaryDirectory()
        cls.addClassCleanup(kept.cleanup)
        # The file server compares real paths.
        cls.folder = Path(kept.name).resolve()
        (cls.folder / "files").mkdir()
        (cls.folder / "files/a.txt").write_text("one\ntwo\n")
        (cls.folder / "files/dot.png").write_bytes(bytes.fromhex("89504e470d0a1a0a"))
        servers = {
            "everything": {"command": str(PROGRAMS / "mcp-server-everything")},
            "files": {"command": str(PROGRAMS / "mcp-server-filesystem"), "args": ["files"]},
            "memory": {
                "command": str(PROGRAMS / "mcp-server-memory"),
                "env": {"MEMORY_FILE_PATH": str(cls.folder / "memory.jsonl")},
            },
            "thinking": {"command": str(PROGRAMS / "mcp-server-sequential-thinking")},
        }
        (cls.folder / "modebox.json").write_text(json.dumps({"mcpServers": servers}))
        cls.process = subprocess.Popen(
            [CLI, "mcp"],
            cwd=cls.folder,
            env={**os.environ, "XDG_STATE_HOME": str(cls.folder / "state")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        cls.addClassCleanup(cls.end)
        cls.called = set()

    @classmethod
    def end(cls):
        cls.process.stdin.close()
        cls.process.wait(timeout=30)
        cls.process.stdout.close()

    def request(self, name, arguments, **more):
        params = {"name": name, "arguments": arguments, "_meta": META, **more}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == 1:
                return answer["result"]

    def run_script(self, code, answers=()):
        """The value of a script, and the questions that came; each is answered by the next of `answers`."""
        arguments, answers, asked = {"code": code}, list(answers), []
        result = self.request("execute", arguments)
        while result.get("resultType") == "input_required":
            responses = {}
            for key, question in result["inputRequests"].items():
                asked.append(question["params"])
                responses[key] = answers.pop(0)
            result = self.request(
                "execute", arguments, inputResponses=responses, requestState=result["requestState"]
            )
        text = "\n".join(block.get("text", "") for block in result["content"])
        self.assertFalse(result.get("isError"), text)
        return result["content"], asked

    def value(self, code):
        content, asked = self.run_script(code)
        self.assertEqual(asked, [])
        return json.loads(content[0]["text"])

    def note(self, server, *names):
        self.called.update(f"{server}.{name}" for name in names)

    def test_1_everything(self):
        value = self.value("""
          const resource = await everything.get_resource_reference({ resourceType: "Text", resourceId: 1 });
          const links = await everything.get_resource_links({ count: 2 });
          const message = await everything.get_annotated_message({ messageType: "success", includeImage: true });
          const failed = await everything.simulate_research_query({ topic: "sandboxes" }).catch((e) => [e.code, typeof e.message]);
          ({
            echo: await everything.echo({ message: "hi" }),
            sum: await everything.get_sum({ a: 2, b: 40 }),
            env: typeof (await everything.get_env({})),
            weather: await everything.get_structured_content({ location: "Chicago" }),
            links: links.filter((block) => block.type === "resource_link").length,
            resource: resource.map((block) => block.type ?? typeof block),
            message: message.map((block) => block.type ?? typeof block),
            gzip: (await everything.gzip_file_as_resource({ name: "a.gz", data: "data:text/plain,hello", outputType: "resource" })).type,
            logging: typeof (await everything.toggle_simulated_logging({})),
            updates: typeof (await everything.toggle_subscriber_updates({})),
            long: await everything.trigger_long_running_operation({ duration: 0.2, steps: 2 }),
            failed,
          })
        """)
        self.assertIn("hi", value["echo"])
        self.assertIn("42", value["sum"])
        self.assertIn("temperature", value["weather"])
        self.assertEqual(value["links"], 2)
        self.assertIn("resource", value["resource"])
        self.assertIn("image", value["message"])
        self.assertEqual(value["gzip"], "resource")
        self.assertIn("completed", value["long"])
        self.assertEqual(value["failed"], ["E_MCP_TOOL", "string"])
        content, _ = self.run_script("const parts = await everything.get_tiny_image({}); parts.find((p) => p.type === 'image')")
        self.assertEqual((content[0]["type"], content[0]["mimeType"]), ("image", "image/png"))
        self.note("everything", "echo", "get_sum", "get_env", "get_structured_content", "get_resource_links",
                  "get_resource_reference", "get_annotated_message", "gzip_file_as_resource", "toggle_simulated_logging",
                  "toggle_subscriber_updates", "trigger_long_running_operation", "simulate_research_query", "get_tiny_image")

    def test_2_what_a_server_asks_reaches_the_user(self):
        code = "JSON.stringify(await everything.trigger_elicitation_request({}))"
        content, asked = self.run_script(code, [{"action": "accept", "content": {"name": "Ada"}}])
        self.assertIn("The MCP server everything asks", asked[0]["message"])
        self.assertIn("name", asked[0]["requestedSchema"]["properties"])
        self.assertIn("Ada", content[0]["text"])
        content, _ = self.run_script(code, [{"action": "decline"}])
        self.assertIn("declin", content[0]["text"])
        self.note("everything", "trigger_elicitation_request")

    def test_3_files(self):
        value = self.value(f"const dir = {json.dumps(str(self.folder))};" + """
          await files.create_directory({ path: `${dir}/files/sub` });
          await files.write_file({ path: `${dir}/files/sub/b.txt`, content: "b" });
          await files.edit_file({ path: `${dir}/files/a.txt`, edits: [{ oldText: "two", newText: "three" }] });
          await files.move_file({ source: `${dir}/files/sub/b.txt`, destination: `${dir}/files/c.txt` });
          const media = await files.read_media_file({ path: `${dir}/files/dot.png` });
          ({
            text: (await files.read_text_file({ path: `${dir}/files/a.txt` })).content,
            old: (await files.read_file({ path: `${dir}/files/a.txt`, head: 1 })).content,
            several: (await files.read_multiple_files({ paths: [`${dir}/files/a.txt`, `${dir}/files/c.txt`] })).content,
            list: (await files.list_directory({ path: `${dir}/files` })).content,
            sizes: (await files.list_directory_with_sizes({ path: `${dir}/files` })).content,
            tree: JSON.parse((await files.directory_tree({ path: `${dir}/files` })).content).map((entry) => entry.name).sort(),
            found: (await files.search_files({ path: `${dir}/files`, pattern: "*.txt" })).content,
            info: (await files.get_file_info({ path: `${dir}/files/a.txt` })).content,
            allowed: (await files.list_allowed_directories({})).content,
            outside: await files.read_text_file({ path: "/etc/passwd" }).catch((e) => e.code),
            media: JSON.stringify(media).includes("image/png"),
          })
        """)
        self.assertEqual((self.folder / "files/a.txt").read_text(), "one\nthree\n")
        self.assertEqual(value["text"], "one\nthree\n")
        self.assertEqual(value["old"].strip(), "one")
        self.assertEqual(value["tree"], ["a.txt", "c.txt", "dot.png", "sub"])
        self.assertIn("[DIR] sub", value["list"])
        self.assertIn("a.txt", value["found"])
        self.assertIn("size", value["info"])
        self.assertIn(str(self.folder / "files"), value["allowed"])
        self.assertEqual(value["outside"], "E_MCP_TOOL")
        self.assertTrue(value["media"])
        self.note("files", "create_directory", "write_file", "edit_file", "move_file", "read_media_file", "read_text_file",
                  "read_file", "read_multiple_files", "list_directory", "list_directory_with_sizes", "directory_tree",
                  "search_files", "get_file_info", "list_allowed_directories")

    def test_4_memory(self):
        value = self.value("""
          await memory.create_entities({ entities: ["a", "b"].map((name) => ({ name, entityType: "letter", observations: [] })) });
          await memory.create_relations({ relations: [{ from: "a", to: "b", relationType: "before" }] });
          await memory.add_observations({ observations: [{ entityName: "a", contents: ["first", "wrong"] }] });
          await memory.delete_observations({ deletions: [{ entityName: "a", observations: ["wrong"] }] });
          const found = await memory.search_nodes({ query: "first" });
          const opened = await memory.open_nodes({ names: ["b"] });
          await memory.delete_relations({ relations: [{ from: "a", to: "b", relationType: "before" }] });
          await memory.delete_entities({ entityNames: ["b"] });
          const left = await memory.read_graph({});
          ({ found: found.entities.map((e) => e.observations), opened: opened.entities.length, left })
        """)
        self.assertEqual(value["found"], [["first"]])
        self.assertEqual(value["opened"], 1)
        self.assertEqual([entity["name"] for entity in value["left"]["entities"]], ["a"])
        self.assertEqual(value["left"]["relations"], [])
        self.note("memory", "create_entities", "create_relations", "add_observations", "delete_observations", "search_nodes",
                  "open_nodes", "delete_relations", "delete_entities", "read_graph")

    def test_5_thinking(self):
        value = self.value("""
          let last;
          for (let thoughtNumber = 1; thoughtNumber <= 3; ++thoughtNumber) {
            last = await thinking.sequentialthinking({
              thought: "step " + thoughtNumber, thoughtNumber, totalThoughts: 3, nextThoughtNeeded: thoughtNumber < 3,
            });
          }
          last
        """)
        self.assertEqual(value["thoughtHistoryLength"], 3)
        self.note("thinking", "sequentialthinking")

    def test_6_none_was_forgotten(self):
        told = subprocess.run([CLI, "doctor", "--json"], cwd=self.folder, capture_output=True, text=True)
        names = {tool["name"] for tool in json.loads(told.stdout)["tools"]}
        self.assertEqual(names - self.called, set())
        self.assertGreaterEqual(len(names), 37)

    def test_7_a_script_sees_all_servers_at_once(self):
        value = self.value("""
          const names = Object.keys(globalThis).filter((n) => ["everything", "files", "memory", "thinking"].includes(n));
          const [sum, list] = await Promise.all([everything.get_sum({ a: 1, b: 1 }), files.list_allowed_directories({})]);
          ({ found: (await tools.search("sum of two numbers"))[0].name, sum, list: list.content.length > 0 })
        """)
        self.assertEqual(value["found"], "everything.get_sum")


if __name__ == "__main__":
    unittest.main()
