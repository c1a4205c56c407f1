import { type CliCommand, EXIT, type Flags, textFlag, textsFlag, UsageError } from '../../../shared/command.ts';
import { counted } from '../../../shared/counted.ts';
import { paint, type Span, table } from '../../../shared/report/lines.ts';
import type { Loaded } from '../../suite/scenario/load-suite.ts';
import type { Target } from '../../target/target.ts';
import { interruptible } from '../interrupt.ts';
import { openChecked, ownPathsOf, SCENARIO_FLAGS } from '../own-suite.ts';
import { printError, say } from '../print.ts';
import { isProved, type ProvedRule, proveRules, type Tried } from '../prove-rules.ts';
import { isUrl, TARGET_FLAGS, TARGET_NOTE, targetOf } from '../run-target.ts';

export const proveCommand: CliCommand = {
  forms: { '[SCENARIO ...] [URL] [options]': '' },
  flags: { ...TARGET_FLAGS, ...SCENARIO_FLAGS, json: { about: 'print the result as JSON', group: 'Output' } },
  notes: `Each scenario runs on the emulator with the draft of your suite, and must pass. Then it runs with each deviation that breaks one
of its rules, built-in or from your suite, and must fail by that rule. SCENARIO is what run --only accepts; the default is your
whole suite. With URL, only the deviations of your suite are tried, in a proxy in front of your server.

${TARGET_NOTE}`,
  exits: { 0: 'every deviation is caught', 1: 'a rule fails without deviations, or a deviation is not caught' },
  examples: {
    'One scenario': 'tryon-conformance prove jobs/etag',
    'Your suite, on your server': 'tryon-conformance prove http://127.0.0.1:8080 --suite my-suite',
  },
  run: async (flags, words) => {
    const loaded = openChecked(ownPathsOf(flags));
    const only = wordsToProve(
      flags,
      words.filter((word) => !isUrl(word)),
      loaded,
    );
    const target = targetNamed(flags, words.filter(isUrl));
    return interruptible(async (signal) => {
      const onTried = (done: number, total: number) => tellProgress(flags, done, total);
      const proved = await proveRules(loaded, { only, target, signal, onTried });
      say(flags, { rules: proved.map(listed) }, () => proofText(proved, target === null));
      return proved.every(isProved) ? EXIT.fine : EXIT.problems;
    });
  },
};

function wordsToProve(flags: Flags, words: readonly string[], { suite }: Loaded): readonly string[] {
  if (words.length > 0) return words;
  if (suite.own.length > 0) return suite.own.map(({ name }) => name);
  if (textsFlag(flags, 'scenarios').length > 0) return [];
  throw new UsageError('prove needs a scenario or a suite: tryon-conformance prove jobs/etag');
}

function targetNamed(flags: Flags, [url, other]: readonly string[]): Target | null {
  if (other !== undefined) throw new UsageError(`prove takes one server: ${url} or ${other}, not both`);
  return url === undefined && textFlag(flags, 'target') === undefined ? null : targetOf(flags, { base_url: url });
}

/** Prints the progress of a proof with many deviations. */
function tellProgress(flags: Flags, done: number, total: number): void {
  if (flags['json'] !== true && total > FEW && done % FEW === 0) printError(`${done} of ${total} deviations tried`);
}

const FEW = 10;

function listed({ rule, plain, detail, tried }: ProvedRule) {
  const of = (isMeant: (one: Tried) => boolean) => tried.filter(isMeant).map(({ id, from }) => ({ id, from }));
  return {
    rule,
    plain,
    detail,
    caught: of(({ outcome }) => outcome === 'caught'),
    not_caught: tried.filter(({ outcome }) => outcome !== 'caught'),
  };
}

function proofText(proved: readonly ProvedRule[], isEmulator: boolean): string {
  const server = isEmulator ? 'the unchanged emulator' : 'the unchanged server';
  const rows = [HEAD, ...proved.map((one) => [one.rule, caughtText(one), missedText(one)])];
  const lines = table(rows.map((row) => row.map((text): Span => ['plain', text])));
  const failing = proved.filter(({ plain }) => plain !== 'pass');
  const silent = proved.filter(({ tried }) => tried.length === 0);
  return [
    paint(lines, false),
    ...failing.map(
      ({ rule, plain, detail }) => `${rule}: ${plain} on ${server}${detail === null ? '' : `; ${detail}`}`,
    ),
    ...silent.map(({ rule }) => `${rule}: no deviation breaks it; add one to suite.yaml`),
    summary(proved, server),
  ].join('\n');
}

const HEAD = ['rule', 'caught by', 'not caught'];

function caughtText({ tried }: ProvedRule): string {
  return (
    tried
      .filter(({ outcome }) => outcome === 'caught')
      .map(({ id }) => id)
      .join(', ') || '-'
  );
}

function missedText({ tried }: ProvedRule): string {
  const missed = tried.filter(({ outcome }) => outcome !== 'caught');
  const why = ({ id, outcome }: Tried) => (outcome === 'changed_nothing' ? `${id} (it changed no answer)` : id);
  return missed.map(why).join(', ') || '-';
}

function summary(proved: readonly ProvedRule[], server: string): string {
  const tried = proved.flatMap((one) => one.tried);
  const caught = tried.filter(({ outcome }) => outcome === 'caught').length;
  const passed = proved.filter(({ plain }) => plain === 'pass').length;
  return `${passed} of ${counted(proved.length, 'rule')} pass on ${server}; ${caught} of ${counted(tried.length, 'deviation')} caught`;
}
