"""What `modebox types` prints is TypeScript, for any schema, and means what the schema means."""

import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import cases  # noqa: E402
import compiler  # noqa: E402

NAMES = [
    "items.delete", "items.list", "items.new", "a.class.b", "a.class.c", "deep.a.b.c.d.e.f", "type", "declare2",
    "x.type", "x.namespace", "x.declare", "x.any", "x.string", "x.Promise", "x.Array", "x.undefined", "x.async",
    "x.of", "x.get", "x.constructor", "x.prototype", "x.let", "x.static", "x.yield", "x.await", "x.arguments",
    "x.eval", "x.null", "x.true", "x.delete_", "x.in", "x.import", "x.export", "x.tool_", "x.module", "x.global",
    "café.menu", "阿里.巴巴", "x.☃", "x.😀", "☃", "☃2.a", "any.x", "string.x", "symbol.x", "never.x", "unique.x",
    "module.x", "namespace.x", "global.x", "require.x", "exports.x", "of", "async.x", "get", "abstract.x", "_", "$",
]  # fmt: skip


def source(case, text):
    lines = [text, "export {};"]
    if case["accepts"] or case["refuses"]:
        lines.append("type Input = NonNullable<Parameters<typeof t.call>[0]>;")
    lines += [f"const right{i}: Input = {value};" for i, value in enumerate(case["accepts"])]
    for i, value in enumerate(case["refuses"]):
        lines += ["// @ts-expect-error", f"const wrong{i}: Input = {value};"]
    return "\n".join(lines) + "\n"


@unittest.skipUnless(compiler.TSC.exists(), "no compiler; scripts/setup test installs it")
class Declarations(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = Path(self.temporary.name)

    def test_every_schema_compiles_and_has_the_values_it_should_have(self):
        files, names = {}, {}
        for number, case in enumerate(cases.CASES):
            begin = time.monotonic()
            text = compiler.declare(self.folder, {"t.call": {"input": case["schema"], "output": case["schema"]}})
            self.assertLess(time.monotonic() - begin, 5, case["name"])
            self.assertLess(len(text), 500_000, case["name"])
            names[f"case{number}.ts"] = case["name"]
            files[f"case{number}.ts"] = source(case, text)
        self.assertGreater(len(files), 150)
        errors = compiler.compile_all(self.folder, files)
        self.assertEqual({}, {names.get(file, file): lines for file, lines in errors.items()})

    def test_every_name_of_a_tool_compiles(self):
        text = compiler.declare(self.folder, {name: {"input": {"type": "object"}} for name in NAMES})
        calls = """export {};
        const done: Promise<unknown> = items.delete({});
        items.new(); a.class.b(); x.null({}); x.await(); x.delete_(); café.menu(); 阿里.巴巴();
        // @ts-expect-error
        items.none();
        """
        self.assertEqual({}, compiler.compile_all(self.folder, {"names.ts": text + calls}))

    def test_tools_without_schemas_take_and_give_anything(self):
        text = compiler.declare(self.folder, {"f": {}, "g": {"output": {"type": "string"}}})
        calls = "export {};\nf(1, 2); const s: string = await g();\n// @ts-expect-error\nconst n: number = await g();\n"
        self.assertEqual({}, compiler.compile_all(self.folder, {"plain.ts": text + calls}))

    def test_an_error_is_found(self):
        self.assertEqual(["wrong.ts"], list(compiler.compile_all(self.folder, {"wrong.ts": "const a: string = 1;\n"})))


if __name__ == "__main__":
    unittest.main()
