"""A model whose turns are written down beforehand, on the loopback. It speaks what coding agents
speak to theirs: the Anthropic Messages API and OpenAI's chat completions, both streaming. Nothing
is understood: each request that offers tools gets the next turn, any other (for a title, say) a
word. It is also the agents' proxy, and so hears what they wanted to reach beyond the loopback."""

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Call:
    """A turn that calls a tool, by the name under which the agent offers it."""

    tool: str
    arguments: dict


@dataclass
class ScriptedModel:
    """`turns` holds calls, texts, and functions that get the result of the call before and give
    either. A turn that is not there any more is the text "done"."""

    turns: list = field(default_factory=list)
    offered: dict = field(default_factory=dict)  # tools of the last request, by name
    results: list = field(default_factory=list)  # what each call gave, as the agent told the model
    beyond: list = field(default_factory=list)  # what was asked of the proxy
    ask: object = None  # answers what hooks post to /hook
    mistakes: list = field(default_factory=list)  # exceptions of this file's and the tests' functions

    def __post_init__(self):
        self.lock = threading.Lock()
        self.taken = 0
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (Handler,), {"model": self}))
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def next_turn(self, offered, results):
        if not offered:
            return "modebox"
        with self.lock:
            self.offered, self.results = offered, results
            turn = self.turns[self.taken] if self.taken < len(self.turns) else "done"
            self.taken += 1
        return turn(results[-1] if results else None) if callable(turn) else turn


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    model: ScriptedModel

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path = self.path.partition("?")[0]
        try:
            if path.startswith("http"):
                self.refuse()
            elif path.endswith("/messages"):
                self.stream(anthropic_events(self.model.next_turn(*anthropic_request(json.loads(body)))))
            elif path.endswith("/chat/completions"):
                self.stream(openai_events(self.model.next_turn(*openai_request(json.loads(body)))))
            elif path == "/hook":
                self.answer(200, json.dumps(self.model.ask(json.loads(body))))
            else:
                self.answer(404, "{}")
        except Exception as mistake:
            self.model.mistakes.append(repr(mistake))
            self.answer(400, json.dumps({"error": {"type": "invalid_request_error", "message": repr(mistake)}}))

    def do_GET(self):
        self.refuse() if self.path.startswith("http") else self.answer(404, "{}")

    def do_HEAD(self):
        self.answer(200, "")

    def do_CONNECT(self):
        self.refuse()

    def refuse(self):
        self.model.beyond.append(self.path)
        self.close_connection = True
        self.answer(403, "")

    def answer(self, status, text):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def stream(self, text):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


def text_of(content):
    """The text of a message's content, which is a string or a list of blocks."""
    return content if isinstance(content, str) else "\n".join(block.get("text", "") for block in content or [])


def anthropic_request(body):
    offered = {tool["name"]: tool for tool in body.get("tools", []) if "input_schema" in tool}
    blocks = [b for m in body["messages"] if isinstance(m["content"], list) for b in m["content"]]
    return offered, [text_of(b.get("content")) for b in blocks if b["type"] == "tool_result"]


def anthropic_events(turn):
    call = isinstance(turn, Call)
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "scripted", "content": []}
    message |= {"stop_reason": None, "stop_sequence": None, "usage": usage}
    if call:
        # Each call has an id of its own, for agents pair calls and results by it.
        block = {"type": "tool_use", "id": f"toolu_{id(turn)}", "name": turn.tool, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(turn.arguments)}
    else:
        block = {"type": "text", "text": ""}
        delta = {"type": "text_delta", "text": turn}
    reason = {"stop_reason": "tool_use" if call else "end_turn", "stop_sequence": None}
    events = [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": reason, "usage": usage},
        {"type": "message_stop"},
    ]
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)


def openai_request(body):
    offered = {tool["function"]["name"]: tool["function"] for tool in body.get("tools", [])}
    return offered, [text_of(m["content"]) for m in body["messages"] if m["role"] == "tool"]


def openai_events(turn):
    call = isinstance(turn, Call)
    if call:
        function = {"name": turn.tool, "arguments": json.dumps(turn.arguments)}
        delta = {"tool_calls": [{"index": 0, "id": f"call_{id(turn)}", "type": "function", "function": function}]}
    else:
        delta = {"content": turn}
    choices = [
        {"index": 0, "delta": {"role": "assistant", **delta}, "finish_reason": None},
        {"index": 0, "delta": {}, "finish_reason": "tool_calls" if call else "stop"},
    ]
    chunk = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 0, "model": "scripted"}
    events = [chunk | {"choices": [choice]} for choice in choices]
    return "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
