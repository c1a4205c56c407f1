import type { CliCommand } from '../../shared/command.ts';

/** One of the two programs, as its own tables describe it. */
export type CommandLine = {
  name: string;
  commands: Readonly<Record<string, { load(): Promise<Pick<CliCommand, 'help' | 'options'>> }>>;
  exits: Readonly<Record<number, unknown>>;
  environment: Readonly<Record<string, string>>;
};

/** Every command with its words and flags, every exit code, every variable of the environment. */
export async function commandLines({ name, commands, exits, environment }: CommandLine): Promise<string[]> {
  const lines = await Promise.all(
    Object.entries(commands).map(async ([command, { load }]) => {
      const { help, options } = await load();
      const flags = Object.entries(options).map(([flag, option]) => `${name} ${command} --${flag}${formOf(option)}`);
      return [...usages(help, name), ...flags];
    }),
  );
  return [
    ...lines.flat(),
    ...Object.keys(exits).map((code) => `${name} exits with ${code}`),
    ...Object.keys(environment).map((variable) => `${name} reads ${variable}`),
  ];
}

type Option = CliCommand['options'][string];

function formOf({ type, multiple, short }: Option): string {
  return [type === 'boolean' ? '' : ' VALUE', multiple === true ? ', repeated' : '', short ? `, -${short}` : ''].join(
    '',
  );
}

/** How a command is called, as its help says: the lines that begin with the program, without what they explain. */
function usages(help: string, program: string): string[] {
  return help.split('\n').flatMap((line) => (line.startsWith(program) ? [line.split(/: | {2,}/)[0] ?? line] : []));
}
