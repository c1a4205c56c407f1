import {
  type CliCommand,
  EXIT,
  type Flags,
  flagGroup,
  textFlag,
  textsFlag,
  UsageError,
} from '../../../shared/command.ts';
import { type Comparison, compareSides, isSame, parityText } from '../../calibrate/compare.ts';
import { comparisonHtml } from '../../calibrate/compare-html.ts';
import { sightText } from '../../calibrate/write-config.ts';
import { EXIT_CODES } from '../../judge/verdicts.ts';
import { chooseScenarios } from '../../plan/choose.ts';
import { refusedKeyText } from '../../target/ask.ts';
import type { Target } from '../../target/target.ts';
import { compareFacts, type FactComparison, factsText } from '../calibrate/compare-facts.ts';
import { type Observed, observeServer } from '../calibrate/observe-server.ts';
import { assertWritable, writeNamed } from '../files.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { openChecked } from '../own-suite.ts';
import { print, printError } from '../print.ts';
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
  notes: `A and B are URLs or target files: a server and its calibrated emulator, two versions, staging and production. Without --only and
--groups, probes run first, and the share of equal facts is printed; then the scenarios run. Only differences that occur twice
are reported. --wall limits each run.`,
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
    const interrupt = listenForInterrupt();
    try {
      const code = await compareAsked(flags, asked, interrupt.signal);
      return interrupt.signal.aborted ? EXIT.interrupted : code;
    } finally {
      interrupt.stop();
    }
  },
};

/** `some`: the scenarios that are meant; where there are none, all probes and all scenarios are. */
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
  const facts = some.length > 0 ? null : await compareFacts(loaded, targets, signal);
  if (facts !== null && flags['facts'] === true) {
    if (facts.compared === 0) return noFacts(facts);
    return signal.aborted ? EXIT.interrupted : told(flags, withoutRuns(targets), facts, least);
  }
  const sides = await lookAt(asked, some, signal);
  if (signal.aborted) return EXIT.interrupted;
  if (sides.some((side) => refusedKeyOf(side) !== null)) return nothingCompared(sides);
  const [one, other] = sides;
  const first = compareSides(one, other);
  if (first.questions.compared + first.rules.compared === 0) return nothingCompared(sides);
  if (isSame(first)) return told(flags, first, facts, least);
  const [oneAgain, otherAgain] = await lookAt(asked, scenariosOf(first, sides), signal);
  if (signal.aborted) return EXIT.interrupted;
  const looks = [compareSides(oneAgain, otherAgain), compareSides(one, otherAgain), compareSides(oneAgain, other)];
  return told(flags, seenAgain(first, looks), facts, least);
}

async function lookAt({ loaded, targets: [a, b], seed: drawn }: Asked, some: readonly string[], signal: AbortSignal) {
  const first = await observeServer(loaded, a, some, signal, drawn);
  return [first, await observeServer(loaded, b, some, signal, drawn)] as const;
}

/** Null without --min. */
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

/** The refusal of a key: it is not a difference of the servers. */
function refusedKeyOf({ report }: Pick<Observed, 'report'>): string | null {
  return report.instances.find(({ detail }) => detail?.startsWith(refusedKeyText('')))?.detail ?? null;
}

function nothingCompared(sides: readonly Observed[]): number {
  for (const { report } of sides) {
    const why = report.instances.find(({ reason }) => reason !== null);
    const refused = refusedKeyOf({ report });
    print(`${report.target.base_url}: ${refused ?? why?.detail ?? why?.reason ?? 'no scenario was left out'}`);
  }
  print('inconclusive: nothing was comparable');
  return EXIT_CODES.incomplete;
}

/** The scenarios that showed a difference. */
function scenariosOf({ questions, rules }: Comparison, sides: readonly Observed[]): string[] {
  const ids = questions.differ.flatMap(({ question }) =>
    sides.flatMap(({ decisions }) =>
      decisions.filter((one) => one.question === question).flatMap(({ sights }) => sights.map((one) => one.instance)),
    ),
  );
  const blamed = new Set(rules.differ.map(({ rule }) => rule));
  const shown = sides.flatMap(({ report }) => report.evidence.filter(({ rule }) => blamed.has(rule)));
  const all = [...ids, ...shown.map(({ instance }) => instance)];
  return [...new Set(all.map((instance) => instance.replace(/[[#].*$/, '')))];
}

/**
 * The differences that each other comparison shows as well; the rest counts as equal. A server that chooses at random differs
 * from the other in one look, and not from each look at the other.
 */
export function seenAgain(first: Comparison, others: readonly Comparison[]): Comparison {
  const questions = first.questions.differ.filter(({ question }) =>
    others.every((other) => other.questions.differ.some((one) => one.question === question)),
  );
  const rules = first.rules.differ.filter(({ rule }) =>
    others.every((other) => other.rules.differ.some((one) => one.rule === rule)),
  );
  return {
    ...first,
    questions: { ...first.questions, same: first.questions.compared - questions.length, differ: questions },
    rules: { ...first.rules, same: first.rules.compared - rules.length, differ: rules },
  };
}

/** The comparison of two servers on which no scenario ran. */
function withoutRuns([a, b]: readonly [Target, Target]): Comparison {
  const nothing = { same: 0, compared: 0, differ: [] };
  return { a: a.base_url, b: b.base_url, questions: nothing, rules: nothing };
}

function noFacts({ missed }: FactComparison): number {
  for (const { side, why } of missed.filter(({ part }) => part === 'all')) print(`${side.toUpperCase()}: ${why}`);
  print('inconclusive: nothing was comparable');
  return EXIT_CODES.incomplete;
}

function told(flags: Flags, comparison: Comparison, facts: FactComparison | null, least: number | null): number {
  const json = textFlag(flags, 'json');
  if (json !== undefined)
    writeNamed(json, `${JSON.stringify({ ...comparison, ...(facts !== null && { facts }) }, null, 2)}\n`, '--json');
  const page = textFlag(flags, 'html');
  if (page !== undefined) writeNamed(page, comparisonHtml(comparison, facts), '--html');
  print([...(facts === null ? [] : factsText(facts)), comparisonText(comparison)].join('\n'));
  for (const file of [json, page]) if (file !== undefined) printError(`wrote ${file}`);
  return exitOf(comparison, facts, least);
}

/** With a least share, only the facts decide. */
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
    ...questions.differ.flatMap((one) => [
      one.question,
      `  A ${one.a}`,
      ...one.seen.a.map((sight) => `      saw ${sightText(sight)}`),
      `  B ${one.b}`,
      ...one.seen.b.map((sight) => `      saw ${sightText(sight)}`),
    ]),
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
