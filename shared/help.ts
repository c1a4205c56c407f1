import type { ParseArgsConfig } from 'node:util';
import type { CliCommand, Commands, Flag, FlagTable } from './command.ts';
import { wrap } from './report/lines.ts';

/** The width of the program's help and of notes, in columns. The options of a command may be wider. */
const NARROW = 79;
const WIDEST = 110;
/** A longer label gets its own line. */
const WIDEST_LABEL = 26;
const WIDEST_USAGE = 50;
const OPTIONS = 'Options';

export type Described = {
  name: string;
  about: string;
  commands: Commands;
  /** The meaning of the exit codes; by command if it differs between them. */
  exits: Readonly<Record<number, Meaning>>;
  /** The environment variables that the program reads. */
  environment: Readonly<Record<string, string>>;
};

/** The meaning of an exit code: the same for every command, or by command. */
export type Meaning = string | Readonly<Record<string, string>>;

type Row = readonly [label: string, meaning: Meaning];

/** The flags in the form that node:util parses. */
export function parseOptions(flags: FlagTable): NonNullable<ParseArgsConfig['options']> {
  const options = Object.entries(flags).map(([name, { value, multiple, short }]) => [
    name,
    {
      type: value === undefined ? 'boolean' : 'string',
      ...(multiple && { multiple }),
      ...(short !== undefined && { short }),
    },
  ]);
  return Object.fromEntries(options);
}

export function usageLines(program: string, name: string, { forms = { '': '' } }: Pick<CliCommand, 'forms'>): string[] {
  return Object.keys(forms).map((form) => `${program} ${name} ${form}`.trimEnd());
}

/** What `COMMAND --help` prints. */
export function helpText(program: string, name: string, summary: string, command: CliCommand): string {
  const { forms, flags, notes, examples = {}, exits = {} } = command;
  const usages = usageLines(program, name, command).map((line, index): Row => {
    const about = Object.values(forms ?? {})[index] ?? '';
    return [forms === undefined && Object.keys(flags).length > 0 ? `${line} [options]` : line, about];
  });
  const groups = [...new Set(Object.values(flags).map(({ group = OPTIONS }) => group))];
  return [
    `${program} ${name}: ${summary}`,
    ...section('Usage', usages, { widest: WIDEST_USAGE }),
    ...groups.flatMap((group) => section(group, flagRows(flags, group))),
    ...paragraphs(notes),
    ...section('Exit codes', Object.entries(exits)),
    ...exampleLines(examples),
  ].join('\n');
}

/** The notes, rewrapped; an empty line separates paragraphs. */
function paragraphs(notes: string | undefined): string[] {
  const texts = notes?.split('\n\n') ?? [];
  return texts.flatMap((text) => ['', ...wrap(text.replaceAll('\n', ' '), NARROW)]);
}

function flagRows(flags: FlagTable, of: string): Row[] {
  return Object.entries(flags).flatMap(([name, flag]) =>
    (flag.group ?? OPTIONS) === of ? [[flagLabel(name, flag), flagText(flag)] as const] : [],
  );
}

function flagLabel(name: string, { short, value }: Flag): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

function flagText({ about, words, list, multiple, default: usual }: Flag): string {
  const accepted = words === undefined ? '' : `: ${words.join(', ')}`;
  const notes = [
    ...(list ? ['comma-separated'] : []),
    ...(multiple ? ['repeatable'] : []),
    ...(usual === undefined ? [] : [`default: ${usual}`]),
  ];
  return `${about}${accepted}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
}

function exampleLines(examples: Readonly<Record<string, string>>): string[] {
  const lines = Object.entries(examples).flatMap(([what, text]) => [
    `  ${what}:`,
    ...text.split('\n').map((line) => `    ${line}`),
  ]);
  return lines.length === 0 ? [] : ['', 'Examples:', ...lines];
}

/** What `--help` prints. */
export function overview({ name, about, commands, exits, environment }: Described): string {
  const summaries = Object.entries(commands).map(([command, { summary }]): Row => [command, summary]);
  const headings = [...new Set(Object.values(commands).map(({ group }) => group))];
  return [
    `${name}: ${about}`,
    '',
    `Usage: ${name} COMMAND [options]`,
    ...headings.flatMap((heading) =>
      section(
        heading,
        summaries.filter(([command]) => commands[command]?.group === heading),
        { among: summaries, room: NARROW },
      ),
    ),
    ...section('Exit codes', Object.entries(exits), { room: NARROW }),
    ...section('Environment', Object.entries(environment), { room: NARROW }),
    '',
    `Run ${name} COMMAND --help for its options and examples.`,
    `Run ${name} --version for the version.`,
  ].join('\n');
}

/** `among`: the rows that determine the width of the column; `widest`: the longest label beside its text. */
type Shape = { among?: readonly Row[]; widest?: number; room?: number };

function section(title: string, rows: readonly Row[], shape: Shape = {}): string[] {
  const { room = WIDEST, ...columnsShape } = shape;
  const lines = columns(rows, { ...columnsShape, room: room - 2 });
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)];
}

/** Labels in one column, and their meanings in the next, wrapped or in columns themselves. */
function columns(rows: readonly Row[], { among = rows, widest = WIDEST_LABEL, room = WIDEST }: Shape): string[] {
  const widths = among.map(([{ length }]) => length).filter((length) => length <= widest);
  const width = widths.reduce((most, length) => Math.max(most, length), 0);
  const column = ' '.repeat(width + 2);
  return rows.flatMap(([label, meaning]) => {
    const rest = room - column.length;
    const lines = typeof meaning === 'string' ? wrap(meaning, rest) : columns(Object.entries(meaning), { room: rest });
    const [first = '', ...more] = lines;
    const beside = label.length <= width ? [label.padEnd(width + 2) + first] : [label, column + first];
    return [...beside, ...more.map((line) => column + line)]
      .map((line) => line.trimEnd())
      .filter((line) => line !== '');
  });
}
