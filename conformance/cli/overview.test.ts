import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXIT_CODES } from '../judge/verdicts.ts';
import { EXIT } from './command.ts';
import { COMMANDS } from './commands.ts';
import { ENVIRONMENT, EXIT_SAYS, overview } from './overview.ts';

const FOLDER = new URL('./', import.meta.url);
const sources = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(new URL(name, FOLDER), 'utf8'));

/** What a command takes from the environment: `process.env['NAME']`, or `{ NAME = '' } = process.env`. */
const variables = sources.flatMap((text) => [
  ...[...text.matchAll(/process\.env\['(\w+)'\]/g)].map(([, name]) => name),
  ...[...text.matchAll(/\{ (.*) \} = process\.env/g)].flatMap(([, names = '']) => names.match(/[A-Z_]+/g) ?? []),
]);

describe('the help', () => {
  it('tells every exit code and every variable that is looked at', () => {
    const codes = [...Object.values(EXIT), ...Object.values(EXIT_CODES)];
    expect(Object.keys(EXIT_SAYS)).toEqual([...new Set(codes)].sort((one, other) => one - other).map(String));
    expect(Object.keys(ENVIRONMENT).sort()).toEqual([...new Set(variables)].sort());
    for (const word of [...Object.keys(COMMANDS), ...Object.keys(ENVIRONMENT), ...Object.values(EXIT_SAYS)])
      expect(overview()).toContain(word);
  });

  it.each(Object.entries(COMMANDS))('of %s tells every flag that it takes, and no other', async (name, { load }) => {
    const { help, options } = await load();
    const told = [...help.matchAll(/^ {2}(?:-\w, )?--([a-z-]+)/gm)].map(([, flag]) => flag);
    expect(Object.keys(options)).toEqual(expect.arrayContaining(told));
    for (const flag of Object.keys(options)) expect(help).toMatch(new RegExp(`[ []--${flag}\\b`));
    expect(help).toMatch(new RegExp(`^tryon-conformance ${name}`));
  });
});
