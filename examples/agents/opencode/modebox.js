// A plugin for opencode: the tool `modebox`, which runs a script with the tools of the project's
// modebox.json. A call that needs consent is asked about by opencode's own permission prompt, and
// not by a tool that the model calls. Copy this file to .opencode/plugins/ of the project.
//
// The permission is "modebox " and the call, as in `modebox bank.pay({"n":7})`: of what a plugin
// asks, the prompt shows only this name. opencode allows what no rule is about, so the plugin adds the
// rule "modebox *": "ask" before the rules of opencode.json that begin with "modebox ".
//
// While the user is asked, the run is a sealed token in this process, and no process of its own.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const MOST_CHARACTERS = 30_000; // of a result; opencode puts more than 50 KiB into a file
const MOST_SHOWN = 2_000; // of a call: what a person can not read whole, nobody is asked about

// `input` goes to standard input, as scripts and tokens can be longer than an argument may be.
function start(folder, args, input, signal) {
  return new Promise((resolve, reject) => {
    const child = spawn("modebox", args, { cwd: folder, signal, killSignal: "SIGINT" });
    let out = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (errors += text));
    child.stdin.on("error", () => {}); // it ended without reading all of it
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, errors }));
    child.stdin.end(input);
  });
}

async function run(folder, args, input, signal) {
  const { out, errors } = await start(folder, args, input, signal);
  try {
    return JSON.parse(out);
  } catch {
    throw new Error(errors.trim() || "modebox gave no result");
  }
}

// The call as a person reads it, and as rules match it. What a terminal would obey, hide or turn
// around is shown as an escape.
function callText({ tool, arguments: given }) {
  const text = `${tool}(${given.map((value) => JSON.stringify(value)).join(", ")})`;
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (c) => `\\u{${c.codePointAt(0).toString(16)}}`);
}

// Why a call is not allowed, or null. opencode throws when the user, or a rule, says no. There is
// no "always" to choose: to have allowed a call once says nothing about other arguments.
async function refusal(call, context) {
  if (call.length > MOST_SHOWN) return `The call is too long to be shown to the user: ${call.length} characters, ${MOST_SHOWN} at most.`;
  try {
    await context.ask({ permission: `modebox ${call}`, patterns: ["*"], always: [], metadata: { call } });
    return null;
  } catch (error) {
    context.abort.throwIfAborted();
    return error.message?.slice(0, 500) || "The user declined this call.";
  }
}

// The flags of `modebox resume` for all calls that wait.
async function answers(interruptions, context) {
  const flags = [];
  for (const asked of interruptions) {
    const refused = await refusal(callText(asked), context);
    flags.push(...(refused ? ["--deny", `${asked.id}=${refused}`] : ["--approve", asked.id]));
  }
  return flags;
}

// What the model is told: the value, or how it failed and what was done nevertheless; the console.
function resultText(result, logs, calls) {
  const parts = [];
  if (result.outcome === "completed") {
    parts.push(typeof result.value === "string" ? result.value : (JSON.stringify(result.value) ?? "undefined"));
  } else {
    const { code, message, stack } = result.error;
    parts.push(`The script failed: ${message} [${code}]`, stack ?? "");
    const made = calls.filter((call) => call.state === "completed").map((call) => call.name);
    if (made.length) parts.push(`Completed, do not repeat: ${made.join(", ")}`);
  }
  if (logs.length) parts.push("Console:", ...logs.map((log) => (log.level === "log" ? log.text : `${log.level}: ${log.text}`)));
  const text = parts.filter((part) => part !== "").join("\n");
  const missing = text.length - MOST_CHARACTERS;
  return missing > 0 ? `${text.slice(0, MOST_CHARACTERS)}\n[${missing} characters are missing: filter in the script.]` : text;
}

export const Modebox = async ({ directory }) => {
  const config = join(directory, "modebox.json");
  if (!existsSync(config)) return {};
  const types = await start(directory, ["types", "-c", config], "").catch((error) => ({ code: 1, errors: error.message }));
  const functions = types.code === 0 ? types.out.slice(0, MOST_CHARACTERS) : `(not known: ${types.errors})`;
  return {
    async config(settings) {
      const all = typeof settings.permission === "string" ? { "*": settings.permission } : (settings.permission ?? {});
      const [ours, others] = [true, false].map((ours) => Object.entries(all).filter(([name]) => name.startsWith("modebox ") === ours));
      settings.permission = Object.fromEntries([...others, ["modebox *", "ask"], ...ours]); // the last that fits counts
    },
    tool: {
      modebox: {
        description:
          "Runs a JavaScript or TypeScript program in a sandbox and gives the value of its last expression. Make one program " +
          `that loops and filters, instead of one call per step. It has no files and no network, only these functions:\n${functions}`,
        args: { code: { type: "string", description: "The program. Await the functions at its top level." } },
        async execute({ code }, context) {
          if (typeof code !== "string") throw new Error("code must be a string");
          let result = await run(directory, ["run", "--json", "-c", config, "-"], code, context.abort);
          const logs = [...(result.logs ?? [])];
          const calls = [...(result.calls ?? [])];
          while (result.outcome === "interrupted") {
            const given = await answers(result.interruptions, context);
            result = await run(directory, ["resume", "--json", "-c", config, ...given, "-"], result.continuation, context.abort);
            logs.push(...(result.logs ?? []));
            calls.push(...(result.calls ?? []));
          }
          return resultText(result, logs, calls);
        },
      },
    },
  };
};
