import type { CliCommand, Flag } from '../../shared/command.ts';
import { usageLines } from '../../shared/help.ts';

/** One of the two programs, as described by its tables. */
export type CommandLine = {
  name: string;
  commands: Readonly<Record<string, { load(): Promise<Pick<CliCommand, 'forms' | 'flags'>> }>>;
  exits: Readonly<Record<number, unknown>>;
  environment: Readonly<Record<string, string>>;
};

/** Every command with its words and flags, every exit code, and every environment variable. */
export async function commandLines({ name, commands, exits, environment }: CommandLine): Promise<string[]> {
  const lines = await Promise.all(
    Object.entries(commands).map(async ([command, { load }]) => {
      const { forms, flags } = await load();
      const each = Object.entries(flags).map(([flag, row]) => `${name} ${command} --${flag}${formOf(row)}`);
      return [...usageLines(name, command, forms === undefined ? {} : { forms }), ...each];
    }),
  );
  return [
    ...lines.flat(),
    ...Object.keys(exits).map((code) => `${name} exits with ${code}`),
    ...Object.keys(environment).map((variable) => `${name} reads ${variable}`),
  ];
}

function formOf({ value, multiple, short }: Flag): string {
  return [value === undefined ? '' : ' VALUE', multiple === true ? ', repeated' : '', short ? `, -${short}` : ''].join(
    '',
  );
}
