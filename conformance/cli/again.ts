import { type Flags, textFlag, textsFlag } from '../../shared/command.ts';
import { plainWord } from '../report/curl/shell-text.ts';
import type { Role } from '../suite/vocabulary.ts';
import { variableOf } from '../target/init.ts';
import { shownText } from './print.ts';

/** Flags that the report adds itself, that another run writes, or that would hide a part of the report. */
const LEFT_OUT = ['only', 'seed', 'shard', 'watch', 'verbose', 'no-color'];

/** Flags whose values may be secret, and what replaces a value that is not `env:NAME`. */
const SECRET: Record<string, (value: string) => string> = {
  key: (value) => {
    const [, role] = /^([a-z_]+)=/.exec(value) ?? [];
    const named = `env:${variableOf((role ?? 'primary') as Role)}`;
    return role === undefined ? named : `${role}=${named}`;
  },
  token: () => 'env:TRYON_DRIVER_TOKEN',
  header: (value) => {
    const name = value.split(':')[0] ?? '';
    return `${name}: env:${name.toUpperCase().replace(/\W/g, '_')}`;
  },
  env: (value) => `${value.split('=')[0]}=VALUE`,
};

const IS_NAMED = /^(?:[a-z_]+=|[^:]+:\s*)?env:\w+$/;

/**
 * The command that repeats a run: the program, the server, and the given flags. It contains no secret: a variable
 * replaces a secret that was given literally. `outputs` are the flags that write files.
 */
export function againCommand(
  flags: Flags,
  words: readonly string[],
  { outputs, program = programOf(process.env) }: { outputs: readonly string[]; program?: string },
): string {
  const kept = Object.keys(flags).filter((name) => !LEFT_OUT.includes(name) && !outputs.includes(name));
  const given = kept.flatMap((name) => flagWords(flags, name));
  return shownText(
    [program, 'run', ...words, ...given].map((word, index) => (index === 0 ? word : plainWord(word))).join(' '),
  );
}

function flagWords(flags: Flags, name: string): string[] {
  const single = textFlag(flags, name);
  const values = single === undefined ? textsFlag(flags, name) : [single];
  if (flags[name] === true) return [`--${name}`];
  return values.flatMap((value) => [`--${name}`, shownValue(name, value)]);
}

function shownValue(name: string, value: string): string {
  const stand = SECRET[name];
  return stand === undefined || (name !== 'env' && IS_NAMED.test(value)) ? value : stand(value);
}

/** The program as it was called: npx finds what is installed in a project, and a shell does not. */
export function programOf({ npm_command }: NodeJS.ProcessEnv): string {
  return npm_command === 'exec' ? 'npx tryon-conformance' : 'tryon-conformance';
}
