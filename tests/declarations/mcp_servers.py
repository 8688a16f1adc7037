#!/usr/bin/env python3
"""Declares the tools of four MCP servers from npm and compiles them: `make declarations-mcp`. Their schemas
belong to others, so the packages are fetched by name, each time, and nothing of them is kept.

  mcp_servers.py [FOLDER]    FOLDER/node_modules has the packages already
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import compiler

VERSION = "2026.8.31"
SERVERS = ["everything", "filesystem", "memory", "sequential-thinking"]
OPENING = [
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {"elicitation": {}, "sampling": {}},
            "clientInfo": {"name": "modebox-test", "version": "1"},
        },
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
]


def install(folder):
    packages = [f"@modelcontextprotocol/server-{name}@{VERSION}" for name in SERVERS]
    subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", *packages], cwd=folder, check=True)


def tools_of(folder, name):
    command = [folder / f"node_modules/.bin/mcp-server-{name}", *([folder] if name == "filesystem" else [])]
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        for message in OPENING:
            server.stdin.write(json.dumps(message) + "\n")
        server.stdin.flush()
        for line in server.stdout:
            message = json.loads(line)
            if message.get("id") == 2 and "result" in message:
                server.kill()
                return message["result"]["tools"]
    raise RuntimeError(f"{name} did not list its tools")


def schemas(tool):
    found = {"description": tool.get("description", ""), "input": tool["inputSchema"]}
    if "outputSchema" in tool:
        found["output"] = tool["outputSchema"]
    return found


def main():
    with tempfile.TemporaryDirectory() as temporary:
        scratch = Path(temporary)
        folder = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else scratch
        if len(sys.argv) == 1:
            install(folder)
        files = {}
        for name in SERVERS:
            tools = {f"{name}.{tool['name']}": schemas(tool) for tool in tools_of(folder, name)}
            tools = {re.sub(r"[^\w.]", "_", key): value for key, value in tools.items()}
            files[f"{name}.ts"] = compiler.declare(scratch, tools) + "export {};\n"
            print(f"{name}: {len(tools)} tools, {len(files[f'{name}.ts'])} bytes")
            (scratch / "last.ts").write_text(files[f"{name}.ts"])
        errors = compiler.compile_all(scratch, files)
    print(json.dumps(errors, indent=2) if errors else "all compile")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
