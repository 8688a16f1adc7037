#!/usr/bin/env python3
"""Feeds scripts/check-guest a module that keeps every rule, and one that breaks each.

The modules are put together by hand, byte by byte. A guest module may be given
as an argument: it must be accepted, too.
"""
import importlib.machinery
import pathlib
import sys
import types
import unittest

sys.dont_write_bytecode = True
SCRIPT = pathlib.Path(__file__).resolve().parent / "check-guest"
checker = types.ModuleType("check_guest")
importlib.machinery.SourceFileLoader("check_guest", str(SCRIPT)).exec_module(checker)

I32, I64, F64 = 0x7F, 0x7E, 0x7C
END = 0x0B


def leb(number):
    out = bytearray()
    while True:
        byte = number & 0x7F
        number >>= 7
        if number == 0:
            out.append(byte)
            return bytes(out)
        out.append(byte | 0x80)


def sleb(number):
    out = bytearray()
    while True:
        byte = number & 0x7F
        number >>= 7
        if (number == 0 and not byte & 0x40) or (number == -1 and byte & 0x40):
            out.append(byte)
            return bytes(out)
        out.append(byte | 0x80)


def vector(items):
    return leb(len(items)) + b"".join(items)


def name(text):
    return vector([bytes([c]) for c in text.encode()])


def function_type(parameters, results):
    return b"\x60" + vector([bytes([t]) for t in parameters]) + vector([bytes([t]) for t in results])


def i32_const(number):
    return b"\x41" + sleb(number) + bytes([END])


def body(code):
    whole = b"\0" + code + bytes([END])
    return leb(len(whole)) + whole


class Sections:
    """A module that keeps every rule; a test changes one part of it."""

    def __init__(self):
        self.types = [
            function_type([I32, I32], [I32]), function_type([I32], [F64]), function_type([], []),
            function_type([I32], [I32]), function_type([I32, I32], [I64]), function_type([], [I32]),
        ]
        self.imports = [name("modebox") + name("call") + b"\0" + leb(0), name("modebox") + name("poll") + b"\0" + leb(1)]
        self.functions = [2, 3, 4, 5, 5, 2]
        self.tables = [b"\x70\x01\x01\x01"]
        self.memories = [b"\x00\x02"]
        self.globals = [bytes([I32, 1]) + i32_const(65536)]
        self.exports = [("memory", 2, 0), ("modebox_boot", 0, 2), ("modebox_input", 0, 3), ("modebox_enter", 0, 4),
                        ("modebox_mailbox", 0, 5), ("modebox_canary", 0, 6)]
        self.start = None
        self.elements = [b"\0" + i32_const(0) + vector([leb(2)])]
        self.codes = [b"", b"\x41\0", b"\x42\0", b"\x41\0", b"\x41\0", b""]
        self.data = [b"\0" + i32_const(65536) + vector([b"x"])]
        self.extra = []

    def bytes(self):
        def section(number, content):
            return bytes([number]) + leb(len(content)) + content

        out = b"\0asm\x01\0\0\0"
        out += section(1, vector(self.types)) + section(2, vector(self.imports))
        out += section(3, vector([leb(f) for f in self.functions]))
        out += section(4, vector(self.tables)) + section(5, vector(self.memories)) + section(6, vector(self.globals))
        out += section(7, vector([name(n) + bytes([k]) + leb(i) for n, k, i in self.exports]))
        if self.start is not None:
            out += section(8, leb(self.start))
        out += section(9, vector(self.elements)) + section(10, vector([body(c) for c in self.codes]))
        out += section(11, vector(self.data))
        return out + b"".join(section(n, c) for n, c in self.extra)


class CheckGuestTest(unittest.TestCase):
    def setUp(self):
        self.module = Sections()

    def refused(self, part):
        broken = checker.check(self.module.bytes())
        self.assertTrue(any(part in sentence for sentence in broken), f"{part!r} not in {broken}")

    def code(self, instructions):
        self.module.codes[5] = instructions

    def test_accepts_a_module_that_keeps_every_rule(self):
        self.assertEqual(checker.check(self.module.bytes()), [])

    def test_refuses_another_import(self):
        self.module.imports.append(name("wasi_snapshot_preview1") + name("fd_write") + b"\0" + leb(0))
        self.refused("imports wasi_snapshot_preview1.fd_write")

    def test_refuses_an_import_of_another_type(self):
        self.module.imports[0] = name("modebox") + name("call") + b"\0" + leb(2)
        self.refused("modebox.call has another type")

    def test_refuses_a_missing_import(self):
        del self.module.imports[1]
        self.refused("does not import modebox.poll")

    def test_refuses_an_import_made_twice(self):
        self.module.imports.append(self.module.imports[0])
        self.refused("more than once")

    def test_refuses_an_imported_memory(self):
        self.module.imports.append(name("env") + name("memory") + b"\2\0\1")
        self.refused("imports env.memory, which is not a function")

    def test_refuses_an_imported_table(self):
        self.module.imports.append(name("env") + name("table") + b"\1\x70\0\1")
        self.refused("imports env.table, which is not a function")

    def test_refuses_an_imported_global(self):
        self.module.imports.append(name("env") + name("g") + bytes([3, I32, 1]))
        self.refused("imports env.g, which is not a function")

    def test_refuses_a_tail_call(self):
        self.code(b"\x12" + leb(2))
        self.refused("tail call")

    def test_refuses_an_indirect_tail_call(self):
        self.code(b"\x41\0\x13" + leb(2) + leb(0))
        self.refused("tail call")

    def test_refuses_a_tail_call_by_reference(self):
        self.code(b"\x15" + leb(2))
        self.refused("tail call")

    def test_refuses_a_64_bit_memory(self):
        self.module.memories = [b"\x04\x02"]
        self.refused("memory64")

    def test_refuses_a_64_bit_table(self):
        self.module.tables = [b"\x70\x05\x01\x01"]
        self.refused("memory64")

    def test_refuses_a_shared_memory(self):
        self.module.memories = [b"\x03\x02\x02"]
        self.refused("threads")

    def test_refuses_atomic_instructions(self):
        self.code(b"\xfe\x03\0")
        self.refused("atomic")

    def test_refuses_simd_instructions(self):
        self.code(b"\xfd\x0c" + bytes(16) + b"\x1a")
        self.refused("SIMD")

    def test_refuses_exception_instructions(self):
        self.code(b"\x08\0")
        self.refused("instruction 0x8")

    def test_refuses_a_section_it_does_not_know(self):
        self.module.extra.append((13, b"\0"))
        self.refused("section of kind 13")

    def test_refuses_a_second_memory(self):
        self.module.memories.append(b"\x00\x01")
        self.refused("exactly one memory")

    def test_refuses_an_access_to_a_second_memory(self):
        self.code(b"\x41\0\x28\x42\x01\0\x1a")
        self.refused("more than one memory")

    def test_refuses_a_second_table(self):
        self.module.tables.append(b"\x70\x01\x01\x01")
        self.refused("more than one table")

    def test_refuses_a_table_that_can_grow(self):
        self.module.tables = [b"\x70\x00\x01"]
        self.refused("its table can grow")

    def test_refuses_an_exported_table(self):
        self.module.exports.append(("table", 1, 0))
        self.refused("exports its table")

    def test_refuses_every_instruction_that_changes_the_table(self):
        for code, instruction in [(b"\x41\0\xd0\x70\x26\0", "table.set"), (b"\xfc\x0c\0\0", "table.init"),
                                  (b"\xfc\x0d\0", "elem.drop"), (b"\xfc\x0e\0\0", "table.copy"),
                                  (b"\xfc\x0f\0", "table.grow"), (b"\xfc\x11\0", "table.fill")]:
            with self.subTest(instruction):
                self.code(code)
                self.refused(instruction)

    def test_refuses_table_elements_that_are_put_in_place_later(self):
        self.module.elements = [b"\1\0" + vector([leb(2)])]
        self.refused("table elements that are not put in place")

    def test_refuses_data_that_is_put_in_place_later(self):
        self.module.data.append(b"\1" + vector([b"x"]))
        self.refused("data that is not put in place")

    def test_refuses_a_start_function(self):
        self.module.start = 2
        self.refused("start function")

    def test_refuses_a_missing_export(self):
        del self.module.exports[3]
        self.refused("does not export modebox_enter")

    def test_refuses_another_export(self):
        self.module.exports.append(("malloc", 0, 2))
        self.refused("exports malloc")

    def test_refuses_an_export_of_another_type(self):
        self.module.exports[3] = ("modebox_enter", 0, 2)
        self.refused("modebox_enter has another type")

    def test_refuses_a_second_mutable_global(self):
        self.module.globals.append(bytes([I32, 1]) + i32_const(0))
        self.refused("exactly one mutable global")

    def test_refuses_a_module_without_a_stack_pointer(self):
        self.module.globals = []
        self.refused("exactly one mutable global")

    def test_refuses_data_below_the_top_of_the_stack(self):
        self.module.data.append(b"\0" + i32_const(1024) + vector([b"x"]))
        self.refused("below its data")

    def test_refuses_a_stack_outside_the_memory(self):
        self.module.globals = [bytes([I32, 1]) + i32_const(1 << 20)]
        self.module.data = []
        self.refused("does not lie in its memory")

    def test_refuses_a_name_section(self):
        self.module.extra.append((0, name("name") + b"\0\0"))
        self.refused("name section")

    def test_refuses_a_function_without_a_body(self):
        self.module.codes.pop()
        self.refused("body for each")

    def test_refuses_what_is_not_a_module(self):
        self.assertTrue(checker.check(b"\x7fELF" + bytes(100)))

    def test_refuses_a_module_cut_off_anywhere(self):
        whole = self.module.bytes()
        # Without its last section, the data, it would still be a module.
        self.module.data = []
        code_end = len(self.module.bytes()) - 3
        for length in range(len(whole)):
            if length == code_end:
                continue
            self.assertTrue(checker.check(whole[:length]), f"cut at {length}")


class BuiltGuestTest(unittest.TestCase):
    path = None

    def test_accepts_the_guest_that_was_built(self):
        if self.path is None:
            self.skipTest("no module given")
        self.assertEqual(checker.check(pathlib.Path(self.path).read_bytes()), [])


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[-1].endswith(".wasm"):
        BuiltGuestTest.path = sys.argv.pop()
    unittest.main()
