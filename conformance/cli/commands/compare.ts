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
import { chooseScenarios } from '../../plan/choose.ts';
import { refusedKeyText } from '../../target/ask.ts';
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
const INCOMPLETE = 3;

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
  run: async (flags, [a, b, ...words]) => {
    if (a === undefined || b === undefined || words.length > 0)
      throw new UsageError('compare needs two servers: tryon-conformance compare http://127.0.0.1:8080 target.yaml');
    const loaded = openChecked([]);
    const options = runOptions(flags, loaded.suite.registry);
    const chosen = { only: options.only ?? [], groups: options.groups ?? [], shard: null };
    const scenarios = chooseScenarios(loaded.suite, chosen).map(({ id }) => id);
    const all = chosen.only.length + chosen.groups.length === 0 ? [] : scenarios;
    for (const form of ['json', 'html']) assertOutput(flags, form);
    const least = shareIn(flags);
    if (least !== null && all.length > 0)
      throw new UsageError('--min needs the facts of all probes: remove --only and --groups');
    const [targetA, targetB] = [sideOf(flags, a, 'a'), sideOf(flags, b, 'b')];
    const interrupt = listenForInterrupt();
    try {
      const look = async (some: readonly string[]) => {
        const { signal } = interrupt;
        const first = await observeServer(loaded, targetA, some, signal, options.seed);
        return [first, await observeServer(loaded, targetB, some, signal, options.seed)] as const;
      };
      const facts = all.length > 0 ? null : await compareFacts(loaded, [targetA, targetB], interrupt.signal);
      const sides = await look(all);
      if (interrupt.signal.aborted) return EXIT.interrupted;
      const [one, other] = sides;
      if (sides.some((side) => refusedKeyOf(side) !== null)) return nothingCompared(sides);
      const first = compareSides(one, other);
      if (first.questions.compared + first.rules.compared === 0) return nothingCompared(sides);
      const [onceMore, otherOnceMore] = isSame(first) ? sides : await look(scenariosOf(first, sides));
      const again = compareSides(onceMore, otherOnceMore);
      if (interrupt.signal.aborted) return EXIT.interrupted;
      return told(flags, seenTwice(first, again), facts, least);
    } finally {
      interrupt.stop();
    }
  },
};

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
  return INCOMPLETE;
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

/** The differences that occurred twice; the others count as equal. */
function seenTwice(first: Comparison, again: Comparison): Comparison {
  const questions = first.questions.differ.filter(({ question }) =>
    again.questions.differ.some((one) => one.question === question),
  );
  const rules = first.rules.differ.filter(({ rule }) => again.rules.differ.some((one) => one.rule === rule));
  return {
    ...first,
    questions: { ...first.questions, same: first.questions.compared - questions.length, differ: questions },
    rules: { ...first.rules, same: first.rules.compared - rules.length, differ: rules },
  };
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
    parityText(comparison),
  ].join('\n');
}
