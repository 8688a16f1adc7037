#!/usr/bin/env python3
"""Measures modebox and its peers side by side.

    compare.py OUT.json MODEBOX_BENCH MODEBOX NATIVE_RUNNER NODE SWC

Each peer is a process that stays and answers one request a line, so that all of
them are warm. Only one works at a time. In each round all are asked for the same
thing, one after the other, in an order that turns from round to round; a ratio
is the median of the rounds' ratios. Noise that lasts longer than a round hits
all alike.
"""
import json
import math
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = HERE.parent / "programs"
PAUSES = HERE.parent / "pause_reference.js"
URLS = HERE.parent / "urls.js"
STRIP = HERE.parent / "strip" / "script.ts"
ROUNDS = 9


class Peer:
    def __init__(self, name, command):
        self.name = name
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, bufsize=1)

    def ask(self, request):
        """The time, and what was computed."""
        self.process.stdin.write(request + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        words = answer.split(" ", 1)
        try:
            return float(words[0]), words[1]
        except (ValueError, IndexError):
            raise SystemExit(f"run-peers: {self.name} answered {answer!r} to {request!r}")

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def in_rounds(peers, requests, rounds=ROUNDS):
    """Times of each peer, one per round; `requests` maps a peer's name to its request."""
    times = {peer.name: [] for peer in peers}
    results = {}
    for peer in peers:
        results[peer.name] = peer.ask(requests[peer.name])[1]  # warm
    for turn in range(rounds):
        first = turn % len(peers)
        for peer in peers[first:] + peers[:first]:
            time, results[peer.name] = peer.ask(requests[peer.name])
            times[peer.name].append(time)
    return times, results


def ratio(over, under):
    return statistics.median(a / b for a, b in zip(over, under))


def geometric_mean(ratios):
    return math.exp(statistics.mean(math.log(r) for r in ratios))


def report(numbers, key, value, text=""):
    numbers[key] = value
    print(f"{key:38} {value:10.3f}  {text}", flush=True)


def compare_starts(numbers, ours, run, wasi):
    times, _ = in_rounds([ours, run, wasi], {"modebox": "start 1000", "run": "start 100",
                                             "quickjs-wasi": "start 300"})
    for name, theirs in times.items():
        report(numbers, f"start_us_{name.replace('-', '_')}", statistics.median(theirs))
    report(numbers, "start_ratio_run", ratio(times["run"], times["modebox"]), ">= 150")
    report(numbers, "start_ratio_quickjs_wasi", ratio(times["quickjs-wasi"], times["modebox"]), ">= 30")


def compare_calls(numbers, ours, run, wasi):
    times, _ = in_rounds([ours, run, wasi], dict.fromkeys(("modebox", "run", "quickjs-wasi"), "calls 1000"))
    for name, theirs in times.items():
        report(numbers, f"host_call_us_{name.replace('-', '_')}", statistics.median(theirs))
    report(numbers, "host_call_ratio_run", ratio(times["run"], times["modebox"]), ">= 50")
    report(numbers, "host_call_ratio_quickjs_wasi", ratio(times["quickjs-wasi"], times["modebox"]))


def compare_pauses(numbers, ours, run):
    times, results = in_rounds([ours, run], dict.fromkeys(("modebox", "run"), f"pauses {PAUSES}"))
    if len(set(results.values())) != 1:
        raise SystemExit(f"run-peers: the paused runs differ: {results}")
    for name, theirs in times.items():
        report(numbers, f"pause_resume_us_{name}", statistics.median(theirs))
    report(numbers, "pause_resume_ratio_run", ratio(times["run"], times["modebox"]), ">= 40")


def compare_urls(numbers, ours, wasi):
    times, results = in_rounds([ours, wasi], dict.fromkeys(("modebox", "quickjs-wasi"), f"urls {URLS}"))
    if len(set(results.values())) != 1:
        raise SystemExit(f"run-peers: the parsed URLs differ: {results}")
    for name, theirs in times.items():
        report(numbers, f"url_parse_us_{name.replace('-', '_')}", statistics.median(theirs))
    report(numbers, "url_ratio_quickjs_wasi", ratio(times["quickjs-wasi"], times["modebox"]), ">= 1.5")


def compare_stripping(numbers, ours, node, swc):
    """Against the same wasm in Node."""
    theirs = Peer("node", [node, str(HERE / "strip_peer.mjs"), swc])
    times, results = in_rounds([ours, theirs], dict.fromkeys(("modebox", "node"), f"strip {STRIP}"))
    theirs.end()
    if len({float(length) for length in results.values()}) != 1:
        raise SystemExit(f"run-peers: the stripped texts differ in length: {results}")
    for name, each in times.items():
        report(numbers, f"strip_us_{name}", statistics.median(each))
    report(numbers, "strip_ratio_node", ratio(times["node"], times["modebox"]), ">= 1.2")


def compare_processes(numbers, ours, modebox, node):
    times = {"modebox": [], "node": []}
    for _ in range(ROUNDS):
        times["modebox"].append(ours.ask(f"spawn 20 {modebox} run -e 1+1")[0])
        times["node"].append(ours.ask(f"spawn 20 {node} -e 1")[0])
    report(numbers, "cli_ms_modebox", statistics.median(times["modebox"]))
    report(numbers, "cli_ms_node", statistics.median(times["node"]))
    report(numbers, "cli_ratio_node", ratio(times["node"], times["modebox"]), ">= 5")


def compare_computing(numbers, ours, native, run, wasi):
    ratios = {"native": [], "run": [], "quickjs_wasi": []}
    for line in (PROGRAMS / "checksums.txt").read_text().splitlines():
        name, checksum = line.split()
        peers = [ours, native, run, wasi]
        request = f"compute {PROGRAMS / name}.js"
        times, results = in_rounds(peers, {peer.name: request for peer in peers})
        wrong = {peer: got for peer, got in results.items() if got != checksum}
        if wrong:
            raise SystemExit(f"run-peers: {name} should give {checksum}, but: {wrong}")
        mine = times["modebox"]
        ratios["native"].append(ratio(mine, times["native"]))
        ratios["run"].append(ratio(times["run"], mine))
        ratios["quickjs_wasi"].append(ratio(times["quickjs-wasi"], mine))
        report(numbers, f"compute_ratio_native_{name}", ratios["native"][-1],
               "ms: " + ", ".join(f"{peer} {statistics.median(t):.0f}" for peer, t in times.items()))
    report(numbers, "compute_ratio_native", geometric_mean(ratios["native"]), "ours / theirs, <= 1.05")
    report(numbers, "compute_ratio_run", geometric_mean(ratios["run"]), "theirs / ours, >= 1.7")
    report(numbers, "compute_ratio_quickjs_wasi", geometric_mean(ratios["quickjs_wasi"]), "theirs / ours")


def main():
    out, bench, modebox, native_runner, node, swc = sys.argv[1:]
    ours = Peer("modebox", [bench, "--serve"])
    native = Peer("native", [native_runner])
    run = Peer("run", [node, str(HERE / "run_peer.mjs")])
    wasi = Peer("quickjs-wasi", [node, str(HERE / "quickjs_wasi_peer.mjs")])
    numbers = {}
    compare_starts(numbers, ours, run, wasi)
    compare_calls(numbers, ours, run, wasi)
    compare_pauses(numbers, ours, run)
    compare_urls(numbers, ours, wasi)
    compare_stripping(numbers, ours, node, swc)
    compare_processes(numbers, ours, modebox, node)
    compare_computing(numbers, ours, native, run, wasi)
    for peer in (ours, native, run, wasi):
        peer.end()
    rounded = {key: float(f"{value:.6g}") for key, value in numbers.items()}
    pathlib.Path(out).write_text(json.dumps(rounded, indent=2) + "\n")


if __name__ == "__main__":
    main()
