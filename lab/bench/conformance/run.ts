import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../../../shared/median.ts';
import { CASES, scenarioFile, scriptFile, stepCiFile, vitestFile } from './cases.ts';

/** A tool at the same work as the others: what is run, and which exit codes mean that it did the work. */
type Tool = { name: string; command: readonly string[]; cwd?: string; fine: readonly number[] };

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const REFERENCES = fileURLToPath(new URL('references', import.meta.url));
const ROUNDS = process.argv.includes('--quick') ? 3 : 7;
const LONGEST = 120_000;
const OWN = 'tryon-conformance';

const folder = mkdtempSync(join(tmpdir(), 'tryon-bench-'));
const server = spawn(process.execPath, [fileURLToPath(new URL('server.mjs', import.meta.url))]);
process.on('exit', () => {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

await compare();
process.exit(0);

async function compare(): Promise<void> {
  const tools = toolsFor(await addressOf(server));
  console.log(`${CASES} scenarios of three steps, medians of ${ROUNDS} runs, each from the start of its process\n`);
  const times = new Map(tools.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const tool of tools) times.get(tool.name)?.push(await timeOf(tool));
  const medians = tools.map(({ name }) => ({ name, median: median(times.get(name) ?? []) }));
  const own = medians.find(({ name }) => name === OWN)?.median ?? 0;
  for (const { name, median } of medians)
    console.log(
      `${name.padEnd(24)} ${median.toFixed(0).padStart(6)} ms  ${(median / own).toFixed(2).padStart(6)} of ours`,
    );
}

function toolsFor(url: string): Tool[] {
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const scenarios = file('cases.yaml', scenarioFile());
  file('cases.test.mjs', vitestFile(url));
  const cli = join(ROOT, 'dist/conformance-cli.js');
  const node = process.execPath;
  return [
    { name: 'a script with fetch', command: [node, file('script.mjs', scriptFile(url))], fine: [0] },
    // The server is none of the service: a run that was complete ends in a verdict, whichever it is.
    {
      name: OWN,
      command: [node, cli, 'run', url, '--key', 'pk_test_bench', '--keep', '--scenarios', scenarios],
      fine: [0, 1, 3],
    },
    {
      name: 'vitest with supertest',
      command: [node, join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder],
      cwd: folder,
      fine: [0],
    },
    { name: 'Step CI', command: [node, stepCi(), 'run', file('step-ci.yml', stepCiFile(url))], fine: [0] },
  ];
}

/** Installed by the first run, into a folder of its own: nobody else needs it. */
function stepCi(): string {
  const bin = join(REFERENCES, 'node_modules/.bin/stepci');
  if (!existsSync(bin)) {
    console.error('installing Step CI for the comparison…');
    spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: REFERENCES, stdio: 'ignore' });
  }
  if (!existsSync(bin)) throw new Error(`Step CI could not be installed in ${REFERENCES}`);
  return bin;
}

async function timeOf({ name, command: [program = '', ...args], cwd, fine }: Tool): Promise<number> {
  const began = performance.now();
  const child = spawn(program, args, {
    stdio: 'ignore',
    ...(cwd && { cwd }),
    env: { ...process.env, STEPCI_DISABLE_ANALYTICS: '1' },
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), LONGEST);
  const [code] = await once(child, 'exit');
  clearTimeout(limit);
  if (!fine.includes(code)) throw new Error(`${name} ended with ${code}: it did not do its work`);
  return performance.now() - began;
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('the server of the bench has no output');
  const [line] = await once(stdout, 'data');
  return String(line).trim();
}
