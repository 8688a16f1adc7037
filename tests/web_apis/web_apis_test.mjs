// The web APIs, compared with Node's: every file in probes/ runs here and in a sandbox, and each of
// its probes must come out the same, except for what differences.json lists with a reason. A
// difference that is not listed fails, and so does one that is listed and is none any more.
//
//   node tests/web_apis/web_apis_test.mjs [--print | --record]
//
// Node's own answers depend on its version. Those of the version that differences.json names are
// kept in node_answers.json: they are what is compared with, whatever Node is at hand, and when it
// is one of that version they must be its answers. --record writes them anew. --print shows the
// differences that are not listed, in the form of differences.json.
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const read = (path) => readFileSync(at(path), "utf8");
const json = (path) => JSON.parse(read(path));
const CLI = process.env.MODEBOX_CLI ?? `${process.env.MODEBOX_BUILD_DIR ?? "build/release"}/modebox`;

const files = readdirSync(at("probes")).filter((name) => name.endsWith(".js")).sort();
const sourceOf = (name) => `${read("show.js")}\n${read(`probes/${name}`)}\nreturn answers;\n`;

// Options of `modebox run`, from a first line such as `// modebox run --allow-fetch HOST`.
const optionsOf = (name) => /^\/\/ modebox run (.*)\n/.exec(read(`probes/${name}`))?.[1].split(" ") ?? [];

// A process of its own: what a listener throws, or a timer that is left, is not this one's.
function answersOfNode(name) {
  const program = `const source = require("fs").readFileSync(0, "utf8");
    new (async () => {}).constructor(source)().then((answers) => process.stdout.write(JSON.stringify(answers), () => process.exit(0)));`;
  const done = spawnSync(process.execPath, ["--no-warnings", "-e", program], { input: sourceOf(name), encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${name} in Node: ${done.stderr}`);
  return JSON.parse(done.stdout);
}

function answersOfSandbox(name) {
  const done = spawnSync(CLI, ["run", "--json", ...optionsOf(name), "-"], { input: sourceOf(name), encoding: "utf8", maxBuffer: 1 << 26 });
  const result = JSON.parse(done.stdout || "{}");
  if (done.status !== 0) throw new Error(`${name} in the sandbox: ${done.stdout}${done.stderr}`);
  return result.value;
}

const collect = (answersOf) => Object.assign({}, ...files.map((name) => {
  const answers = answersOf(name);
  return Object.fromEntries(Object.entries(answers).map(([probe, text]) => [`${name.replace(".js", "")}: ${probe}`, text]));
}));

const { node: version, reasons, differences: listed } = json("differences.json");
const isThatNode = process.versions.node.split(".")[0] === String(version);
const problems = [];
if (process.argv.includes("--record")) {
  if (!isThatNode) throw new Error(`differences.json is about Node ${version}`);
  writeFileSync(at("node_answers.json"), JSON.stringify(collect(answersOfNode), null, 1) + "\n");
}
const expected = json("node_answers.json");
if (isThatNode) {
  const live = collect(answersOfNode);
  for (const probe of new Set([...Object.keys(live), ...Object.keys(expected)])) {
    if (live[probe] !== expected[probe]) problems.push(`${probe}: Node says ${live[probe]}, node_answers.json ${expected[probe]} (--record?)`);
  }
}
const found = collect(answersOfSandbox);
const unlisted = {};
for (const [probe, text] of Object.entries(found)) {
  const difference = listed[probe];
  if (!(probe in expected)) {
    problems.push(`${probe}: is not in node_answers.json`);
  } else if (text === expected[probe]) {
    if (difference) problems.push(`${probe}: is listed as a difference, and there is none`);
  } else if (!difference) {
    unlisted[probe] = [expected[probe], text, "?"];
    problems.push(`${probe}:\n    Node    ${expected[probe]}\n    modebox ${text}`);
  } else if (difference[0] !== expected[probe] || difference[1] !== text) {
    problems.push(`${probe}: differs in another way than is listed:\n    Node    ${expected[probe]}\n    modebox ${text}`);
  }
}
for (const [probe, difference] of Object.entries(listed)) {
  if (!(probe in found)) problems.push(`${probe}: is listed, but there is no such probe`);
  if (!(difference[2] in reasons)) problems.push(`${probe}: its reason ${difference[2]} is not among the reasons`);
}
for (const reason of Object.keys(reasons)) {
  if (!Object.values(listed).some((d) => d[2] === reason)) problems.push(`the reason ${reason} is one for nothing`);
}
for (const probe of Object.keys(expected)) if (!(probe in found)) problems.push(`${probe}: is in node_answers.json only`);

if (process.argv.includes("--print")) {
  console.log(JSON.stringify(unlisted, null, 1));
} else {
  for (const problem of problems) console.log(problem);
}
const total = Object.keys(found).length;
console.log(`${total} probes, ${Object.keys(listed).length} listed differences, ${problems.length} problems` +
  (isThatNode ? "" : ` (Node ${process.versions.node} is at hand: compared with the recorded answers of Node ${version})`));
process.exit(problems.length === 0 ? 0 : 1);
