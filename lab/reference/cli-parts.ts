import { PROGRAM as KIT } from '../../conformance/cli.ts';
import { PROGRAM as EMULATOR } from '../../emulator/cli.ts';
import { helpText, type Meaning } from '../../shared/help.ts';
import type { Program } from '../../shared/program.ts';
import { code, codes, fence, table } from './markdown.ts';
import type { Parts } from './regions.ts';

type Commands = Program['commands'];

export const CLI_PARTS: Parts = { ...partsOf('emulator', EMULATOR), ...partsOf('conformance', KIT) };

function partsOf(page: string, { name, commands, exits, environment }: Program): Parts {
  return {
    [`${page}-commands`]: () => summaries(commands),
    [`${page}-exits`]: () => table(['code', 'meaning'], rowsOf(exits)),
    [`${page}-environment`]: () => table(['variable', 'meaning'], rowsOf(environment)),
    [`${page}-flags`]: () => flagIndex(commands),
    [`${page}-help`]: () => helpTexts(name, commands),
  };
}

function rowsOf(says: Readonly<Record<string, Meaning>>): string[][] {
  return Object.entries(says).map(([name, meaning]) => [code(name), plainly(meaning)]);
}

function plainly(meaning: Meaning): string {
  if (typeof meaning === 'string') return meaning;
  return Object.entries(meaning)
    .map(([command, text]) => `${code(command)}: ${text}`)
    .join('; ');
}

function summaries(commands: Commands): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => [`[${code(name)}](#${name})`, summary]);
  return table(['command', 'what it does'], rows);
}

async function helpTexts(program: string, commands: Commands): Promise<string> {
  const sections = Object.entries(commands).map(
    async ([name, { summary, load }]) =>
      `## ${name}\n\n${fence('text', helpText(program, name, summary, await load()))}`,
  );
  return (await Promise.all(sections)).join('\n\n');
}

/** The flags, whether they have a value, and the commands that accept them. */
async function flagIndex(commands: Commands): Promise<string> {
  const flags = new Map<string, { form: string; takenBy: string[] }>();
  for (const [name, { load }] of Object.entries(commands)) {
    for (const [flag, { value, multiple, short }] of Object.entries((await load()).flags)) {
      const form = `${value === undefined ? 'none' : 'one'}${multiple ? ', may be repeated' : ''}${short === undefined ? '' : `; short ${code(`-${short}`)}`}`;
      const row = flags.get(flag) ?? { form, takenBy: [] };
      flags.set(flag, { ...row, takenBy: [...row.takenBy, name] });
    }
  }
  const rows = [...flags].sort(([one], [other]) => one.localeCompare(other));
  return table(
    ['flag', 'value', 'of'],
    rows.map(([flag, { form, takenBy }]) => [code(`--${flag}`), form, codes(takenBy)]),
  );
}
