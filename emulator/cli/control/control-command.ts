import type * as z from 'zod';
import {
  atMostWords,
  type CliCommand,
  EXIT,
  type Flag,
  type Flags,
  oneOfWords,
  UsageError,
} from '../../../shared/command.ts';
import { jsonIn } from '../../../shared/json-in.ts';
import { queryOf } from '../../remote/control-call.ts';
import { callRemote, REMOTE_FLAGS, say } from '../remote.ts';

/** The input of the user: the flags, and the arguments by their names in the form. */
export type Given = { flags: Flags; words: Readonly<Record<string, string>> };

/** A verb that makes one control call: what is sent, and how the answer is printed. */
type Call<Answer> = {
  about: string;
  /** The method and the path, in which `:NAME` is replaced with the argument NAME. */
  call: string;
  query?(given: Given): Readonly<Record<string, unknown>>;
  body?(given: Given): unknown;
  /** Transforms the answer before it is printed as text or as JSON. */
  answer?(answer: Answer, given: Given): unknown;
  print(answer: Answer, given: Given): string;
  exit?(answer: Answer): number;
};

/** A verb that does something else. */
type Deed = { about: string; run(given: Given): Promise<number> };

// biome-ignore lint/suspicious/noExplicitAny: each verb has an answer of its own
export type Verb = Call<any> | Deed;

export type ControlCommand = Pick<CliCommand, 'notes' | 'examples' | 'exits'> & {
  /** The verbs by their forms: `[list]` and `[FILE]` may be omitted. A form without a verb is the whole command. */
  verbs: Readonly<Record<string, Verb>>;
  /** The meaning of each argument, for a user who has omitted it. */
  needs?: Readonly<Record<string, string>>;
  /** Flags besides those of every remote command; `onlyWith` is the only verb that accepts the flag. */
  flags?: Readonly<Record<string, Flag & { onlyWith?: string }>>;
};

/** Creates a command from a table of verbs that call the control API of a running emulator. */
export function controlCommand(name: string, command: ControlCommand): CliCommand {
  const { verbs, flags: own = {}, needs = {}, ...texts } = command;
  const forms = Object.entries(verbs).map(([form, verb]) => ({ ...readForm(form), verb }));
  const names = forms.map((form) => form.name);
  const usual = names[0] ?? '';
  return {
    ...texts,
    forms: Object.fromEntries(Object.entries(verbs).map(([form, { about }]) => [form, about])),
    flags: { ...own, ...REMOTE_FLAGS },
    run: async (flags, words) => {
      const [first = usual, ...rest] = usual === '' ? ['', ...words] : words;
      const chosen = oneOfWords(first, names, `the word after ${name}`);
      const place = chosen === '' ? name : `${name} ${chosen}`;
      for (const [flag, { onlyWith }] of Object.entries(own))
        if (onlyWith !== undefined && onlyWith !== chosen && flags[flag] !== undefined)
          throw new UsageError(`--${flag} works only with ${name} ${onlyWith}`);
      const form = forms.find((one) => one.name === chosen);
      if (form === undefined) return EXIT.fine;
      return perform(form.verb, {
        flags,
        words: wordsOf(form, rest, (word) => `${place} needs ${needs[word] ?? word}`),
      });
    },
  };
}

type Form = { name: string; words: { name: string; isOptional: boolean }[] };

function readForm(form: string): Form {
  const [first = '', ...rest] = form.split(' ');
  const isVerb = /^\[?[a-z]/.test(first);
  const words = (isVerb ? rest : [first, ...rest]).filter((word) => word !== '');
  return {
    name: isVerb ? bare(first) : '',
    words: words.map((word) => ({ name: bare(word), isOptional: word.startsWith('[') })),
  };
}

function bare(word: string): string {
  return word.replace(/^\[|\]$/g, '');
}

function wordsOf({ words }: Form, given: readonly string[], missing: (word: string) => string): Record<string, string> {
  atMostWords(given, words.length);
  const absent = words.find(({ isOptional }, index) => !isOptional && given[index] === undefined);
  if (absent !== undefined) throw new UsageError(missing(absent.name));
  return Object.fromEntries(given.map((word, index) => [words[index]?.name, word]));
}

async function perform(verb: Verb, given: Given): Promise<number> {
  if ('run' in verb) return verb.run(given);
  const { call, query, body, answer = (raw: unknown) => raw, print, exit } = verb;
  const [method = '', path = ''] = call.split(' ');
  const target = path.replace(/:([A-Z]+)/g, (_, word: string) => encodeURIComponent(given.words[word] ?? ''));
  const raw = await callRemote(given.flags, method, target + queryOf(query?.(given) ?? {}), await body?.(given));
  const printed = await answer(raw, given);
  say(given.flags, printed ?? {}, () => print(printed, given));
  return exit?.(printed) ?? EXIT.fine;
}

export const FILE_NOTE = `FILE is a YAML or JSON file, or JSON itself: '{…}'.`;

/** The body of a call from the argument FILE; empty if omitted. The schema is loaded when it is needed. */
export function fileBody(what: string, schema: () => Promise<z.ZodType<object>>) {
  return async ({ words }: Given): Promise<object> => {
    const source = words['FILE'];
    if (source === undefined) return {};
    if (!source.trimStart().startsWith('{')) {
      const { readYamlFile } = await import('../../adapters/config-file.ts');
      return readYamlFile(source, await schema()) as Promise<object>;
    }
    const value = jsonIn(source);
    if (value !== undefined) return value as object;
    const { BadInput } = await import('../../domain/values/bad-input.ts');
    throw new BadInput(what, [{ path: 'body', problem: 'is not JSON' }]);
  };
}
