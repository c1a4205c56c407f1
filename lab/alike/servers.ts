import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readTarget } from '../../conformance/target/read-target.ts';
import type { Target } from '../../conformance/target/target.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { ownTable } from '../other-make/choices.ts';
import { type OtherServerOptions, SWITCHES } from '../other-make/options.ts';
import { startOtherServer } from '../other-make/start.ts';
import { besideOf, type Choice, choicesOf, chosenOf } from '../proof/choices.ts';
import { targetAt } from './observe.ts';
import { rowsOf } from './rows.ts';

/** A server that was not made by those who made the emulator. */
export type Stranger = { name: string; options: readonly string[]; start(): Promise<Started> };
export type Started = { target: Target; close(): Promise<void> };

/** The server of another make under every option that it has, some of them at once, and the partial server in Python. */
export function strangers(seed: string, together: number): Stranger[] {
  const table = ownTable(QUESTIONS);
  const rows = rowsOf(choicesOf(table, 'other-make'), table, { seed, together });
  return [
    otherMake('as it is', [], {}),
    ...rows.map((row, index) =>
      otherMake(`with choices ${index + 1}`, row.map(plainName), { choices: { ...besideOf(row), ...chosenOf(row) } }),
    ),
    ...SWITCHES.map((what) => otherMake(`without ${what}`, [`off: ${what}`], { off: [what] })),
    otherMake('with credits enforced and few', ['enforced', 'credits'], { enforced: true, credits: 20, threshold: 5 }),
    otherMake('on a clock that stands', ['clock: stands'], { clock: 'stands' }),
    { name: 'the partial server in Python', options: [], start: startPython },
  ];
}

function plainName({ name }: Choice): string {
  return name.replace('other-make: ', '');
}

function otherMake(name: string, options: readonly string[], how: OtherServerOptions): Stranger {
  return {
    name: `another make ${name}`,
    options,
    start: async () => {
      const server = await startOtherServer(how);
      return { target: targetAt(server), close: () => server.close() };
    },
  };
}

const EXAMPLE = new URL('../../examples/partial-server/', import.meta.url);

/** With the keys of its keys.sh, and what its target.yaml says that it has not. */
async function startPython(): Promise<Started> {
  const server = spawn('python3', [fileURLToPath(new URL('server.py', EXAMPLE)), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  const [line] = await Promise.race([
    once(server.stdout, 'data'),
    once(server, 'error').then(([error]) => Promise.reject(error)),
  ]);
  const address = String(line).trim();
  const text = readFileSync(new URL('target.yaml', EXAMPLE), 'utf8').replaceAll('http://127.0.0.1:8080', address);
  const [, roles = ''] = /^for role in (.*); do$/m.exec(readFileSync(new URL('keys.sh', EXAMPLE), 'utf8')) ?? [];
  const keys = roles.split(' ').map((role) => [`${role.toUpperCase()}_KEY`, `pk_live_example_${role}`]);
  return {
    target: readTarget('target.yaml', text, Object.fromEntries(keys)),
    close: async () => {
      server.kill();
      await once(server, 'exit');
    },
  };
}
