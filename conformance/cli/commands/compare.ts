import {
  type CliCommand,
  EXIT,
  type Flags,
  flagGroup,
  textFlag,
  textsFlag,
  UsageError,
} from '../../../shared/command.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { type Comparison, compareRules, isSame, parityText } from '../../calibrate/compare.ts';
import { comparisonHtml } from '../../calibrate/compare-html.ts';
import { certifyWith } from '../../certify.ts';
import { EXIT_CODES } from '../../judge/verdicts.ts';
import { chooseScenarios } from '../../plan/choose.ts';
import type { Report } from '../../report/report.ts';
import { refusedKeyText } from '../../target/ask.ts';
import type { Target } from '../../target/target.ts';
import { compareFacts, type FactComparison, factsText } from '../calibrate/compare-facts.ts';
import { assertWritable, writeNamed } from '../files.ts';
import { interruptible } from '../interrupt.ts';
import { openChecked } from '../own-suite.ts';
import { print, printError } from '../print.ts';
import { showProgress } from '../print-report.ts';
import { CHOICE_FLAGS, runOptions } from '../run-options.ts';
import { isUrl, roleOfKey, TARGET_FLAGS, targetOf } from '../run-target.ts';

const { key, token, header, rate, wall, live } = TARGET_FLAGS;
const { only, groups, seed } = CHOICE_FLAGS;

export const compareCommand: CliCommand = {
  forms: { 'A B [options]': '' },
  flags: {
    ...flagGroup('Servers', {
      'drivers-a': { about: 'URL of the drivers of A, or a path below A', value: 'URL' },
      'drivers-b': { about: 'URL of the drivers of B, or a path below B', value: 'URL' },
      'key-a': { about: 'API key of A, or env:NAME', value: '[ROLE=]K', multiple: true },
      'key-b': { about: 'API key of B, or env:NAME', value: '[ROLE=]K', multiple: true },
      key: { ...key, about: 'API key for a server without its own' },
      ...{ token, header, rate, wall, live },
    }),
    ...{ only, groups, seed },
    ...flagGroup('Output', {
      json: { about: 'write the differences as JSON', value: 'FILE' },
      html: { about: 'write the differences as an HTML page', value: 'FILE' },
      facts: { about: 'compare only the facts that probes show, and run no scenarios' },
      min: { about: 'succeed if this share of the facts is equal, such as 0.95', value: 'SHARE' },
    }),
  },
  notes: `A and B are URLs or target files: a server and its calibrated emulator, two versions, staging and production. First, probes
compare plain facts, such as statuses, headers and limits, and name the open question behind each difference. Then the
scenarios run, and verdicts are compared; with --only or --groups, only these scenarios run, and no probes. Only differences
that occur twice are reported. --wall limits each run.`,
  exits: {
    0: 'no differences',
    1: 'the servers differ',
    2: 'invalid command line or target',
    3: 'a server could not be observed, or nothing was comparable',
    130: 'interrupted',
  },
  examples: {
    'Two servers': 'tryon-conformance compare http://127.0.0.1:8080 http://127.0.0.1:8081 --key pk_test_demo',
    'Fail if less than 95% of the facts are equal': 'tryon-conformance compare staging.yaml production.yaml --min 0.95',
  },
  run: async (flags, words) => {
    const asked = askedIn(flags, words);
    return interruptible((signal) => compareAsked(flags, asked, signal));
  },
};

/** `some`: the chosen scenarios; if there are none, all probes and all scenarios are meant. */
type Asked = {
  loaded: ReturnType<typeof openChecked>;
  targets: [Target, Target];
  some: string[];
  least: number | null;
  seed: string | undefined;
};

function askedIn(flags: Flags, [a, b, ...words]: readonly string[]): Asked {
  if (a === undefined || b === undefined || words.length > 0)
    throw new UsageError('compare needs two servers: tryon-conformance compare http://127.0.0.1:8080 target.yaml');
  const loaded = openChecked([]);
  const { only: scenarios = [], groups: topics = [], seed: drawn } = runOptions(flags, loaded.suite.registry);
  const chosen = chooseScenarios(loaded.suite, { only: scenarios, groups: topics, shard: null });
  const some = scenarios.length + topics.length === 0 ? [] : chosen.map(({ id }) => id);
  for (const form of ['json', 'html']) assertOutput(flags, form);
  const least = shareIn(flags);
  for (const name of ['min', 'facts'])
    if (flags[name] !== undefined && flags[name] !== false && some.length > 0)
      throw new UsageError(`--${name} needs the facts of all probes: remove --only and --groups`);
  return { loaded, targets: [sideOf(flags, a, 'a'), sideOf(flags, b, 'b')], some, least, seed: drawn };
}

async function compareAsked(flags: Flags, asked: Asked, signal: AbortSignal): Promise<number> {
  const { loaded, targets, some, least } = asked;
  const { facts, questions } = some.length > 0 ? NO_FACTS : await compareFacts(loaded, targets, signal);
  if (signal.aborted) return EXIT.interrupted;
  if (facts?.compared === 0) return noFacts(facts);
  const [a, b] = targets;
  const base = { a: a.base_url, b: b.base_url, questions };
  if (flags['facts'] === true) return report(flags, { ...base, rules: NONE }, facts, least);
  const sides = await runBoth(asked, some, signal);
  if (signal.aborted) return EXIT.interrupted;
  if (sides.some((side) => refusedKeyOf(side) !== null)) return nothingCompared(sides);
  const [one, other] = sides;
  const first = compareRules(one, other);
  if (first.compared === 0) return nothingCompared(sides);
  if (first.differ.length === 0) return report(flags, { ...base, rules: first }, facts, least);
  const [oneAgain, otherAgain] = await runBoth(asked, scenariosOf(first, sides), signal);
  if (signal.aborted) return EXIT.interrupted;
  const looks = [compareRules(oneAgain, otherAgain), compareRules(one, otherAgain), compareRules(oneAgain, other)];
  return report(flags, { ...base, rules: seenAgain(first, looks) }, facts, least);
}

const NONE = { same: 0, compared: 0, differ: [] };
const NO_FACTS = { facts: null, questions: NONE };

/** Both servers use the same seed, unless another one is given. */
const SEED = 'compare';

async function runBoth({ loaded, targets: [a, b], seed = SEED }: Asked, only: readonly string[], signal: AbortSignal) {
  const runOn = (target: Target) => {
    for (const warning of target.warnings) printError(`tryon-conformance: warning: ${visibleLine(warning)}`);
    return certifyWith(loaded, target, { only, seed, signal, onProgress: showProgress() });
  };
  const first = await runOn(a);
  return [first, await runOn(b)] as const;
}

/** The value of --min; null without the flag. */
function shareIn(flags: Flags): number | null {
  const text = textFlag(flags, 'min');
  if (text === undefined) return null;
  const share = Number(text);
  if (text.trim() !== '' && share >= 0 && share <= 1) return share;
  throw new UsageError(`--min must be a number from 0 to 1, such as 0.95, not ${text}`);
}

function assertOutput(flags: Flags, form: string): void {
  const file = textFlag(flags, form);
  if (file !== undefined) assertWritable(file, `--${form}`);
}

function sideOf(flags: Flags, word: string, side: 'a' | 'b') {
  const drivers = textFlag(flags, `drivers-${side}`);
  const given = { ...flags, ...(drivers !== undefined && { drivers }) };
  const keys = textsFlag(flags, `key-${side}`);
  const targetWith = (key: readonly string[]) => {
    const own = { ...given, key: [...key] };
    return isUrl(word) ? targetOf(own, { base_url: word }) : targetOf({ ...own, target: word }, {});
  };
  const known = Object.keys(targetWith(keys).keys);
  const ofBoth = textsFlag(flags, 'key').filter((text) => !known.includes(roleOfKey(text)));
  return targetWith([...keys, ...ofBoth]);
}

/** The message about a refused key, which is not a difference between the servers. */
function refusedKeyOf({ instances }: Report): string | null {
  return instances.find(({ detail }) => detail?.startsWith(refusedKeyText('')))?.detail ?? null;
}

function nothingCompared(sides: readonly Report[]): number {
  for (const side of sides) {
    const why = side.instances.find(({ reason }) => reason !== null);
    const refused = refusedKeyOf(side);
    print(`${side.target.base_url}: ${refused ?? why?.detail ?? why?.reason ?? 'no scenario was left out'}`);
  }
  print('inconclusive: nothing was comparable');
  return EXIT_CODES.incomplete;
}

/** The scenarios that showed a difference. */
function scenariosOf({ differ }: Comparison['rules'], sides: readonly Report[]): string[] {
  const blamed = new Set(differ.map(({ rule }) => rule));
  const shown = sides.flatMap(({ evidence }) => evidence.filter(({ rule }) => blamed.has(rule)));
  return [...new Set(shown.map(({ instance }) => instance.replace(/[[#].*$/, '')))];
}

/**
 * The differences that every other comparison shows as well; the others count as equal. A server with random behavior
 * differs from the other server in one comparison, but not in each of them.
 */
export function seenAgain(first: Comparison['rules'], others: readonly Comparison['rules'][]): Comparison['rules'] {
  const differ = first.differ.filter(({ rule }) =>
    others.every((other) => other.differ.some((one) => one.rule === rule)),
  );
  return { ...first, same: first.compared - differ.length, differ };
}

function noFacts({ missed }: FactComparison): number {
  for (const { side, why } of missed.filter(({ part }) => part === 'all')) print(`${side.toUpperCase()}: ${why}`);
  print('inconclusive: nothing was comparable');
  return EXIT_CODES.incomplete;
}

function report(flags: Flags, comparison: Comparison, facts: FactComparison | null, least: number | null): number {
  const json = textFlag(flags, 'json');
  if (json !== undefined)
    writeNamed(json, `${JSON.stringify({ ...comparison, ...(facts !== null && { facts }) }, null, 2)}\n`, '--json');
  const page = textFlag(flags, 'html');
  if (page !== undefined) writeNamed(page, comparisonHtml(comparison, facts), '--html');
  print([...(facts === null ? [] : factsText(facts)), comparisonText(comparison)].join('\n'));
  for (const file of [json, page]) if (file !== undefined) printError(`wrote ${file}`);
  return exitOf(comparison, facts, least);
}

/** With --min, only the facts decide. */
export function exitOf(
  comparison: Comparison,
  facts: Pick<FactComparison, 'share' | 'differ'> | null,
  least: number | null,
): number {
  if (facts !== null && least !== null) return facts.share >= least ? EXIT.fine : EXIT.problems;
  return isSame(comparison) && (facts?.differ.length ?? 0) === 0 ? EXIT.fine : EXIT.problems;
}

function comparisonText(comparison: Comparison): string {
  const { a, b, questions, rules } = comparison;
  return [
    `A ${a}`,
    `B ${b}`,
    ...rules.differ.flatMap(({ rule, exchanges, ...verdicts }) => [
      `${rule}: A ${verdicts.a}, B ${verdicts.b}`,
      ...(['a', 'b'] as const).flatMap((side) => {
        const own = exchanges[side];
        return own === null ? [] : [`  ${side.toUpperCase()} ${own.request}  (${own.instance})`, `    ${own.answer}`];
      }),
    ]),
    ...(questions.compared + rules.compared === 0 ? [] : [parityText(comparison)]),
  ].join('\n');
}
