import { COMMANDS as KIT_COMMANDS } from '../../../conformance/cli/commands.ts';
import { ENVIRONMENT as KIT_ENVIRONMENT, EXIT_SAYS as KIT_EXITS } from '../../../conformance/cli/overview.ts';
import type { CliCommand } from '../../../emulator/cli/command.ts';
import { COMMANDS as EMULATOR_COMMANDS } from '../../../emulator/cli/commands.ts';
import { ENVIRONMENT as EMULATOR_ENVIRONMENT, EXIT_SAYS as EMULATOR_EXITS } from '../../../emulator/cli/overview.ts';
import { code, codes, fence, table } from './markdown.ts';
import type { Parts } from './regions.ts';

/** The commands of either program. */
type Commands = Readonly<Record<string, { summary: string; load(): Promise<Pick<CliCommand, 'help' | 'options'>> }>>;

export const CLI_PARTS: Parts = {
  ...partsOf('emulator', EMULATOR_COMMANDS, EMULATOR_EXITS, EMULATOR_ENVIRONMENT),
  ...partsOf('conformance', KIT_COMMANDS, KIT_EXITS, KIT_ENVIRONMENT),
};

function partsOf(
  program: string,
  commands: Commands,
  exits: Readonly<Record<number, string>>,
  environment: Readonly<Record<string, string>>,
): Parts {
  return {
    [`${program}-commands`]: () => summaries(commands),
    [`${program}-exits`]: () => table(['code', 'meaning'], rowsOf(exits)),
    [`${program}-environment`]: () => table(['variable', 'meaning'], rowsOf(environment)),
    [`${program}-flags`]: () => flagIndex(commands),
    [`${program}-help`]: () => helpTexts(commands),
  };
}

function rowsOf(says: Readonly<Record<string, string>>): string[][] {
  return Object.entries(says).map(([name, text]) => [code(name), text]);
}

function summaries(commands: Commands): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => [`[${code(name)}](#${name})`, summary]);
  return table(['command', 'what it does'], rows);
}

async function helpTexts(commands: Commands): Promise<string> {
  const sections = Object.entries(commands).map(async ([name, { load }]) => {
    const { help } = await load();
    return `## ${name}\n\n${fence('text', help)}`;
  });
  return (await Promise.all(sections)).join('\n\n');
}

/** Which commands take a flag, and whether it has a value. */
async function flagIndex(commands: Commands): Promise<string> {
  const flags = new Map<string, { form: string; takenBy: string[] }>();
  for (const [name, { load }] of Object.entries(commands)) {
    for (const [flag, { type, multiple, short }] of Object.entries((await load()).options)) {
      const form = `${type === 'boolean' ? 'none' : 'one'}${multiple ? ', may be repeated' : ''}${short === undefined ? '' : `; short ${code(`-${short}`)}`}`;
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
