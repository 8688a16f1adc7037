// A project with two tools, and `modebox mcp` in it, over either transport.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const CLI = process.env.MODEBOX_CLI ?? new URL('../../build/release/modebox', import.meta.url).pathname;

// What it is given goes to a file, so that a test sees how often it ran.
const PAY = 'cat >>paid; echo >>paid; echo "\\"a receipt\\""';
// Leaves its process id, to see that it has been ended.
const WAIT = 'cat >/dev/null; echo $$ >new; mv new begun; exec sleep 60';

/** Tests run in `folder`; `dispose` ends the servers that were started and removes it. */
export function makeProject() {
  const folder = mkdtempSync(join(tmpdir(), 'modebox-clients-'));
  const ends = [];
  const tools = {
    'bank.pay': { command: ['sh', '-c', PAY], approve: true, description: 'Pays n euros' },
    'slow.wait': { command: ['sh', '-c', WAIT] },
  };
  writeFileSync(join(folder, 'modebox.json'), JSON.stringify({ tools }));
  const env = { ...process.env, XDG_STATE_HOME: join(folder, 'state') };
  return {
    folder,
    /** Parameters of the SDKs' transports over standard input and output. */
    stdio: { command: CLI, args: ['mcp'], cwd: folder, env, stderr: 'inherit' },
    /** Starts a server over HTTP; the URL to reach it, and how to end it. */
    async serve() {
      const server = spawn(CLI, ['mcp', '--http', '127.0.0.1:0'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
      const gone = new Promise((resolve) => server.once('exit', resolve));
      const end = () => (server.kill('SIGKILL'), gone);
      ends.push(end);
      for await (const line of createInterface({ input: server.stderr })) {
        const url = /http:\S+/.exec(line);
        if (url) return { url: new URL(url[0]), end };
      }
      throw new Error('modebox mcp --http ended at once');
    },
    paid: () => (existsSync(join(folder, 'paid')) ? readFileSync(join(folder, 'paid'), 'utf8').trim().split('\n') : []),
    /** The process id of the call of slow.wait, once it has begun. */
    waiting: () => existsSync(join(folder, 'begun')) && Number(readFileSync(join(folder, 'begun'), 'utf8')),
    async dispose() {
      await Promise.all(ends.map((end) => end()));
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export async function until(condition) {
  for (const begin = Date.now(); !condition(); ) {
    if (Date.now() - begin > 20_000) throw new Error(`not so within 20 s: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export const textOf = (result) => result.content.map((block) => block.text ?? '').join('\n');
