import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../testing/scratch-folder.ts';

const ROUNDS = Number(process.env['RUNS'] ?? 15);
const CONTENDERS = 4;
const DEAD = 2 ** 22 + 1;

const { path } = scratchFolder();
const contender = fileURLToPath(new URL('../../testing/locks/contender.ts', import.meta.url));
let contenders: ChildProcess[] = [];

beforeAll(async () => {
  contenders = Array.from({ length: CONTENDERS }, () => fork(contender, { execArgv: ['--import', 'tsx'] }));
  await Promise.all(contenders.map((one) => once(one, 'message')));
});
afterAll(() => {
  for (const one of contenders) one.kill();
});

async function ask(message: { folder: string | null; at: number }): Promise<string[]> {
  const answers = contenders.map((one) => once(one, 'message'));
  for (const one of contenders) one.send(message);
  return (await Promise.all(answers)).map(([answer]) => String(answer));
}

describe('a lock whose holder has died', () => {
  it('is taken over by exactly one of several processes that start at once', async () => {
    const holders: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const folder = path(`stale-${round}`);
      mkdirSync(folder);
      // The lock file of version 0.2.0, and a current one.
      const name = round % 2 === 0 ? 'lock' : 'lock-7';
      writeFileSync(join(folder, name), JSON.stringify({ pid: DEAD, host: hostname() }));
      const answers = await ask({ folder, at: Date.now() + 15 });
      const refused = answers.filter((answer) => answer !== 'held');
      for (const answer of refused) expect(answer).toMatch(/^refused: .* is in use by /);
      holders.push(CONTENDERS - refused.length);
      await ask({ folder: null, at: 0 });
    }
    if (process.env['RUNS'] !== undefined)
      console.log(`${ROUNDS} takeovers by ${CONTENDERS} processes: one holder each`);
    expect(holders.filter((count) => count !== 1)).toEqual([]);
  });
});
