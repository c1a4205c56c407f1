import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { PROGRAM as KIT } from '../conformance/cli.ts';
import { EXIT_CODES } from '../conformance/judge/verdicts.ts';
import { PROGRAM as EMULATOR } from '../emulator/cli.ts';
import { EXIT } from '../shared/command.ts';
import { runProgram } from '../shared/program.ts';

const PROGRAMS = [
  {
    program: EMULATOR,
    folder: '../emulator/cli/',
    codes: [EXIT.fine, EXIT.problems, EXIT.badInput, EXIT_CODES.incomplete, EXIT.ownFault],
  },
  { program: KIT, folder: '../conformance/cli/', codes: [...Object.values(EXIT), ...Object.values(EXIT_CODES)] },
];

/**
 * The environment variables that commands read: `process.env['NAME']`, `{ NAME = '' } = process.env`, or `SOME_VARIABLE
 * = 'NAME'`.
 */
function variablesIn(folder: string): (string | undefined)[] {
  const url = new URL(folder, import.meta.url);
  const names = readdirSync(url, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  return names
    .map((name) => readFileSync(new URL(name, url), 'utf8'))
    .flatMap((text) => [
      ...[...text.matchAll(/process\.env\['(\w+)'\]|_VARIABLE = '(\w+)'/g)].map(([, name, other]) => name ?? other),
      ...[...text.matchAll(/\{ (.*) \} = process\.env/g)].flatMap(
        ([, names = '']) => names.match(/[A-Z][A-Z_]+/g) ?? [],
      ),
    ]);
}

describe.each(PROGRAMS)('the help of $program.name', ({ program, folder, codes }) => {
  const { commands, exits, environment } = program;

  it('lists every exit code and every environment variable that is read', async () => {
    expect(Object.keys(exits)).toEqual([...new Set(codes)].sort((one, other) => one - other).map(String));
    expect(Object.keys(environment).sort()).toEqual([...new Set(variablesIn(folder))].sort());
    const print = vi.fn();
    expect(await runProgram({ ...program, print }, ['--help'])).toBe(0);
    const printed = String(print.mock.lastCall?.[0]).replace(/\s+/g, ' ');
    const meanings = Object.values(exits).flatMap((one) =>
      typeof one === 'string' ? one : Object.entries(one).flat(),
    );
    for (const word of [...Object.keys(commands), ...Object.keys(environment), ...meanings])
      expect(printed).toContain(word);
  });

  it('lists the commands under a few headings', async () => {
    const print = vi.fn();
    await runProgram({ ...program, print }, ['--help']);
    const [listed = ''] = /^[\s\S]*?(?=\n\nExit codes:)/.exec(print.mock.lastCall?.[0]) ?? [];
    const blocks = listed.split('\n\n').slice(2);
    expect(blocks.length).toBeGreaterThan(3);
    for (const block of blocks) expect(block).toMatch(/^[A-Z][\w ]+:\n(?: {2}[\w-]+ +\S.*\n?(?: {3,}\S.*\n?)*){1,10}$/);
    const named = blocks.flatMap((block) => [...block.matchAll(/^ {2}([\w-]+)/gm)].map(([, command]) => command));
    expect(named.toSorted()).toEqual(Object.keys(commands).toSorted());
  });

  it.each(Object.entries(commands))('of %s describes each flag on a short line', async (_, { load }) => {
    const { flags } = await load();
    for (const { about } of Object.values(flags)) expect(about).toMatch(/^\S.{3,67}\S$/);
  });
});

describe('the table of questions on the page of the guides', () => {
  const page = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const named = [...page.matchAll(/`(tryon-\w+) ([\w-]+)(?: --([\w-]+))?`/g)];

  it('names existing commands and flags', async () => {
    const unknown = await Promise.all(
      named.map(async ([line, name, command = '', flag]) => {
        const { program } = PROGRAMS.find((one) => one.program.name === name) ?? {};
        const flags = (await program?.commands[command]?.load())?.flags;
        return flags !== undefined && (flag === undefined || flag in flags) ? [] : [line];
      }),
    );
    expect(unknown.flat()).toEqual([]);
    expect(named.map(([, , command]) => command)).toEqual(
      expect.arrayContaining(['exec', 'audit', 'vary', 'run', 'calibrate', 'compare', 'explore']),
    );
  });
});
