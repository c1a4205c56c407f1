import { basename } from 'node:path';
import { atMostWords, type CliCommand, EXIT, textFlag, UsageError } from '../../../shared/command.ts';
import { isOf } from '../../suite/own/own-suite.ts';
import { formatTrace } from '../../suite/rules/format-trace.ts';
import type { Rule } from '../../suite/rules/rule.ts';
import { readSpecAnchors, SPEC_ANCHORS, type SpecAnchors } from '../../suite/rules/spec-anchors.ts';
import { specSentences } from '../../suite/rules/spec-sentences.ts';
import { type Trace, trace } from '../../suite/rules/trace.ts';
import { refuseProblems } from '../../suite/scenario/load-suite.ts';
import type { Suite } from '../../suite/scenario/suite.ts';
import { suiteFiles } from '../../suite/suite-files.ts';
import { readNamed } from '../files.ts';
import { openChecked, ownPathsOf, SCENARIO_FLAGS } from '../own-suite.ts';
import { printPainted, say } from '../print.ts';
import { hasColor, PRINT_FLAGS } from '../print-report.ts';
import { tracedElsewhere, tracedScenarios } from '../traced-scenarios.ts';

export const traceCommand: CliCommand = {
  flags: {
    spec: { about: 'draft of the spec to compare with the rules', value: 'FILE' },
    deviations: { about: 'list rules without a deviation in this file', value: 'FILE' },
    ...SCENARIO_FLAGS,
    json: { about: 'print the result as JSON', group: 'Output' },
    'no-color': PRINT_FLAGS['no-color'],
  },
  forms: { '[options]': '' },
  notes: `Without --spec, the spec in the suite.yaml of your suite is used. --deviations reads the output of tryon-emulator deviations
--json from a file, or from standard input with -.`,
  exits: { 0: 'nothing is missing', 1: 'something is missing' },
  examples: {
    'A draft of the spec': 'tryon-conformance trace --spec draft.md',
    'Rules without a deviation': 'tryon-emulator deviations --json | tryon-conformance trace --deviations -',
  },
  run: async (flags, words) => {
    atMostWords(words, 0);
    const deviations = deviationsIn(textFlag(flags, 'deviations'));
    const loaded = openChecked(ownPathsOf(flags));
    const own = tracedScenarios(loaded);
    refuseProblems(loaded.context);
    const scenarios = [...own, ...tracedElsewhere(loaded)];
    const { registry } = loaded.suite;
    const anchors = anchorsOfSpec();
    const draft = draftOf(textFlag(flags, 'spec'), loaded.suite, anchors);
    const whole = trace({ registry, scenarios, ...draft, anchors, deviations });
    const result = { ...whole, scenarios: own.length };
    if (flags['json'] === true) say(flags, result, () => '');
    else printPainted(`${formatTrace(result, { color: hasColor(flags) }).trimEnd()}\n`);
    return isComplete(result) ? EXIT.fine : EXIT.problems;
  },
};

/** The text, and the rules that it is about: built-in ones, those of the user's suite, or both. */
function draftOf(file: string | undefined, { own, registry }: Suite, anchors: SpecAnchors | null) {
  const [named = null] = own.flatMap(({ spec }) => spec ?? []);
  const at = file ?? named;
  if (at === null) return { spec: null };
  const spec = readNamed(at, file === undefined ? 'spec in suite.yaml:' : '--spec');
  const stated = new Set(specSentences(spec).map(({ anchor }) => anchor));
  const isOwn = ({ place }: Rule) => own.some((suite) => isOf(suite, place));
  const isMeant = (rule: Rule) => (isOwn(rule) ? isOfOwn : isOfPackage);
  const isOfPackage = own.length === 0 || isLargelyIn(anchors, stated);
  const hasOwn = [...registry.values()].some(
    (rule) => isOwn(rule) && rule.anchors.some((anchor) => stated.has(anchor)),
  );
  const isOfOwn = !isOfPackage || hasOwn;
  return { spec, ofDraft: new Map([...registry].filter(([, rule]) => isMeant(rule))) };
}

/** A text of the user's may quote the specification; a draft of it contains most of it. */
function isLargelyIn(anchors: SpecAnchors | null, stated: ReadonlySet<string>): boolean {
  const all = [...(anchors?.anchors.values() ?? [])].flat();
  return all.filter((anchor) => stated.has(anchor)).length * MOST >= all.length;
}

const MOST = 10;

/** The anchors of the specification that the rules were written for. */
function anchorsOfSpec() {
  const source = suiteFiles().rules.find(({ file }) => basename(file) === SPEC_ANCHORS);
  return source === undefined ? null : readSpecAnchors(source.file, source.text);
}

/** Standard input by its file descriptor: not every system has a path for it. */
const STANDARD_INPUT = 0;

type Deviation = { id: string; breaks: string[] };

/** A variant breaks no rule; a deviation breaks its own rule, and may break others. */
function deviationsIn(file: string | undefined): Deviation[] | null {
  if (file === undefined) return null;
  const text = readNamed(file === '-' ? STANDARD_INPUT : file, '--deviations');
  try {
    return (JSON.parse(text) as unknown[]).map(deviationOf);
  } catch {
    throw new UsageError(
      `--deviations ${file}: not a list of deviations; create one with tryon-emulator deviations --json`,
    );
  }
}

function deviationOf(entry: unknown): Deviation {
  const { id, rule, also } = entry as { id: string; rule?: string; also?: string[] };
  return { id, breaks: [rule, ...(also ?? [])].filter((one) => one !== undefined) };
}

function isComplete({ rules: _rules, scenarios: _scenarios, spec, unproved, ...lists }: Trace): boolean {
  const missing = [...Object.values(lists), unproved ?? [], ...(spec === null ? [] : Object.values(spec))];
  return missing.every((list) => list.length === 0);
}
