"""An MCP server over standard input and output that misbehaves as its first word says.

    python3 fake_server.py MODE [WORD...]

Without a mode of its own kind it is a plain server: `legacy`, `modern`. Tools: `echo` gives its
arguments back, `ask` asks its user, `sleep` answers after {ms}, `environment` tells {name}."""

import json
import os
import sys
import time

MODE = sys.argv[1]
MODERN = MODE.startswith("modern")
VERSION = "2026-07-28" if MODERN else "2025-11-25"

state = {"asked": {}, "next": 1000, "listen": None, "lists": 0, "changes": 0, "probes": 0}


def write(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def send(**message):
    write(json.dumps({"jsonrpc": "2.0", **message}))


def result(request, **fields):
    if MODERN:
        fields = {"resultType": "complete", **fields}
    send(id=request["id"], result=fields)


def error(request, code, message, data=None):
    fault = {"code": code, "message": message}
    if data is not None:
        fault["data"] = data
    send(id=request["id"], error=fault)


def text(request, words):
    result(request, content=[{"type": "text", "text": words}])


def tool(name, **more):
    return {"name": name, "inputSchema": {"type": "object"}, **more}


def tools():
    listed = [tool("echo", annotations={"readOnlyHint": True}), tool("ask"), tool("sleep")]
    if MODE == "odd-tools":
        listed += [
            {"name": "no_schema"},
            {"name": "null_schema", "inputSchema": None},
            {"name": "text_schema", "inputSchema": "object"},
            {"inputSchema": {"type": "object"}},
            {"name": 7, "inputSchema": {"type": "object"}},
            "echo",
            tool("echo"),
            tool("", outputSchema=[1]),
        ]
    if state["changes"]:
        listed.append(tool("added"))
    return listed


def list_tools(request):
    state["lists"] += 1
    cursor = request.get("params", {}).get("cursor")
    if MODE == "loop":
        return result(request, tools=[tool("t%d" % state["lists"])], nextCursor="again")
    if MODE == "endless":
        return result(
            request, tools=[tool("t%d" % state["lists"])], nextCursor=str(state["lists"])
        )
    if MODE == "pages":
        pages = {None: ("a", ""), "": ("b", "x"), "x": ("c", None)}
        name, following = pages[cursor]
        fields = {"tools": [tool(name)]}
        if following is not None:
            fields["nextCursor"] = following
        return result(request, **fields)
    if MODE == "no-list":
        return result(request, tools={"echo": 1})
    result(request, tools=tools(), ttlMs=0, cacheScope="private")


def change(times):
    state["changes"] += 1
    for _ in range(times):
        params = {}
        if MODERN:
            params = {"_meta": {"io.modelcontextprotocol/subscriptionId": state["listen"]}}
        send(method="notifications/tools/list_changed", params=params)


FORM = {
    "message": "Really?",
    "requestedSchema": {"type": "object", "properties": {"sure": {"type": "boolean"}}},
}


def ask(request):
    params = request["params"]
    count = params["arguments"].get("times", 1)
    if MODERN:
        done = int(params.get("requestState", "0"))
        if "inputResponses" in params and done >= count:
            return text(request, json.dumps(params["inputResponses"], sort_keys=True))
        questions = {"q": {"method": "elicitation/create", "params": {"mode": "form", **FORM}}}
        if MODE == "modern-busy":
            if done >= count:
                return text(request, "at last")
            questions = {}
        if MODE == "modern-sampling":
            questions = {"q": {"method": "sampling/createMessage", "params": {}}}
        fields = {"inputRequests": questions} if questions else {}
        send(
            id=request["id"],
            result={"resultType": "input_required", "requestState": str(done + 1), **fields},
        )
        return
    method = params["arguments"].get("method", "elicitation/create")
    state["next"] += 1
    state["asked"][state["next"]] = (request, count - 1)
    send(id=state["next"], method=method, params=FORM)


def answered(response):
    request, left = state["asked"].pop(response["id"])
    if left:
        state["next"] += 1
        state["asked"][state["next"]] = (request, left - 1)
        return send(id=state["next"], method="elicitation/create", params=FORM)
    text(request, json.dumps(response.get("result", response.get("error")), sort_keys=True))


def call(request):
    params = request["params"]
    name, arguments = params["name"], params["arguments"]
    if name == "echo":
        return text(request, json.dumps(arguments))
    if name == "ask":
        return ask(request)
    if name == "sleep":
        time.sleep(arguments["ms"] / 1000)
        return text(request, "slept")
    if name == "environment":
        return text(request, repr(os.environ.get(arguments["name"])))
    if name == "pid":
        return text(request, str(os.getpid()))
    if name == "die":
        sys.stderr.write("I am going to die.\n")
        sys.stderr.flush()
        if "signal" in arguments:
            os.kill(os.getpid(), arguments["signal"])
        os._exit(arguments.get("code", 3))
    if name == "close":
        os.close(1)
        time.sleep(60)
    if name == "change":
        change(arguments["times"])
        return text(request, str(state["lists"]))
    if name == "probes":
        return text(request, str(state["probes"]))
    if name == "lists":
        return text(request, str(state["lists"]))
    if name == "huge":
        return text(request, "x" * arguments["bytes"])
    if name == "junk":
        for _ in range(arguments["lines"]):
            write("This is no JSON.")
        return text(request, "junk")
    if name == "raw":
        return send(id=request["id"], result=arguments["result"])
    if name == "malformed":
        return write('{"jsonrpc":"2.0","id":%d,"result":{},"error":{}}' % request["id"])
    if name == "deep":
        return write('{"jsonrpc":"2.0","id":%d,"result":%s%s}' % (request["id"], "[" * 300, "]" * 300))
    if name == "never":
        return None
    if name == "cancelled":
        return text(request, json.dumps(state.get("cancelled")))
    if name == "ping":
        state["asked"]["p"] = (request, 0)
        return send(id="p", method=arguments.get("method", "ping"))
    if name == "late":
        time.sleep(0.2)
        return text(request, "late")
    error(request, -32602, "Unknown tool: " + name, {"name": name})


def opened(request):
    if MODE == "dies":
        sys.stderr.write("No key is set.\n")
        sys.exit(4)
    if MODE == "mute":
        return
    if MODE == "old":
        return result(request, protocolVersion="1999-01-01", capabilities={})
    result(
        request,
        protocolVersion=VERSION,
        capabilities={"tools": {"listChanged": True}},
        serverInfo={"name": "fake", "version": "1.2"},
    )


def discover(request):
    state["probes"] += 1
    if MODE == "probe-kills":
        sys.exit(1)
    if MODE in ("mute", "silent"):
        return
    if MODE == "modern-future":
        return error(request, -32022, "Unsupported", {"supported": ["2030-01-01"]})
    if not MODERN:
        return error(request, -32601, "Method not found")
    following = sys.stdin.readline() if MODE == "modern-slow" else None
    result(
        request,
        supportedVersions=["2026-07-28"],
        capabilities={"tools": {"listChanged": True}},
        ttlMs=0,
        cacheScope="private",
        _meta={"io.modelcontextprotocol/serverInfo": {"name": "fake", "version": "1.2"}},
    )
    if following:
        take(json.loads(following))


def take(message):
    method = message.get("method")
    if method is None:
        return answered(message)
    if MODERN and "id" in message and method != "initialize":
        meta = message.get("params", {}).get("_meta", {})
        if meta.get("io.modelcontextprotocol/protocolVersion") != VERSION:
            return error(message, -32602, "No _meta")
    if method == "server/discover":
        return discover(message)
    if method == "initialize":
        if MODERN:
            return error(message, -32022, "Unsupported", {"supported": ["2026-07-28"]})
        return opened(message)
    if method == "tools/list":
        return list_tools(message)
    if method == "tools/call":
        return call(message)
    if method == "subscriptions/listen":
        state["listen"] = message["id"]
        meta = {"_meta": {"io.modelcontextprotocol/subscriptionId": message["id"]}}
        return send(method="notifications/subscriptions/acknowledged", params=meta)
    if method == "notifications/cancelled":
        state["cancelled"] = message["params"]["requestId"]
        return None
    if "id" in message:
        return error(message, -32601, "Method not found")
    return None


if MODE == "greets":
    write("Welcome to the fake server!")
if MODE == "flood":
    while True:
        write("This is no JSON.")
if MODE == "one-line":
    while True:
        sys.stdout.write("x" * 65536)
if MODE == "stays":
    import signal

    signal.signal(signal.SIGTERM, signal.SIG_IGN)
for given in sys.stdin:
    take(json.loads(given))
if MODE == "stays":
    time.sleep(600)
