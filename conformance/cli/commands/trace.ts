import { basename, resolve } from 'node:path';
import { atMostWords, type CliCommand, EXIT, type Flags, textFlag, UsageError } from '../../../shared/command.ts';
import { jsonOfNamed } from '../../../shared/named-file.ts';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { specPage } from '../../report/html/spec-page.ts';
import { isOf } from '../../suite/own/own-suite.ts';
import { caughtDeviations } from '../../suite/rules/caught.ts';
import { formatTrace } from '../../suite/rules/format-trace.ts';
import type { Registry, Rule } from '../../suite/rules/rule.ts';
import { sentenceCovers } from '../../suite/rules/sentence-cover.ts';
import { anchorsOfText, readSpecAnchors, SPEC_ANCHORS, type SpecAnchors } from '../../suite/rules/spec-anchors.ts';
import { specSentences } from '../../suite/rules/spec-sentences.ts';
import { type Trace, trace } from '../../suite/rules/trace.ts';
import { refuseProblems } from '../../suite/scenario/load-suite.ts';
import type { Suite } from '../../suite/scenario/suite.ts';
import { suiteFiles } from '../../suite/suite-files.ts';
import { assertWritable, readNamed, writeNamed } from '../files.ts';
import { openChecked, ownPathsOf, SCENARIO_FLAGS } from '../own-suite.ts';
import { printPainted, say } from '../print.ts';
import { hasColor, PRINT_FLAGS } from '../print-report.ts';
import { tracedElsewhere, tracedScenarios } from '../traced-scenarios.ts';

export const traceCommand: CliCommand = {
  flags: {
    spec: { about: 'draft of the spec to compare with the rules', value: 'FILE' },
    against: { about: 'newer draft to compare the sentences of the spec with', value: 'FILE' },
    deviations: { about: 'list rules without a deviation in this file', value: 'FILE' },
    ...SCENARIO_FLAGS,
    json: { about: 'print the result as JSON', group: 'Output' },
    html: { about: 'HTML page of the spec, with what is behind each sentence', value: 'FILE', group: 'Output' },
    'no-color': PRINT_FLAGS['no-color'],
  },
  forms: { '[options]': '' },
  notes: `Without --spec, the spec in the suite.yaml of your suite is used. --deviations reads the output of tryon-emulator deviations
--json from a file, or from standard input with -. Without it, the page of --html has the deviations that the suite of the
package catches, and those of your suite. --against lists the sentences that are gone, changed, moved or new in the newer draft, with
their rules and scenarios.`,
  exits: { 0: 'nothing is missing', 1: 'something is missing' },
  examples: {
    'A draft of the spec': 'tryon-conformance trace --spec draft.md',
    'The spec as a page': 'tryon-conformance trace --spec spec.md --html spec.html',
    'What a newer draft changes': 'tryon-conformance trace --spec spec.md --against draft.md',
    'Rules without a deviation': 'tryon-emulator deviations --json | tryon-conformance trace --deviations -',
  },
  run: async (flags, words) => {
    atMostWords(words, 0);
    const deviations = deviationsIn(textFlag(flags, 'deviations'));
    const loaded = openChecked(ownPathsOf(flags));
    const { registry } = loaded.suite;
    const text = textOf(textFlag(flags, 'spec'), loaded.suite);
    const draft = newerText(flags, text);
    const page = pageOf(flags, text);
    const own = tracedScenarios(loaded);
    refuseProblems(loaded.context);
    const scenarios = [...own, ...tracedElsewhere(loaded)];
    const known = anchorsOfSpec();
    const compared =
      text === null || draft === null
        ? { spec: text?.markdown ?? null, anchors: known }
        : { spec: draft.markdown, anchors: anchorsOfText(text.markdown) };
    const ofDraft = text === null ? registry : rulesMeant(text.markdown, loaded.suite, known);
    const whole = trace({ registry, scenarios, ...compared, ofDraft, deviations });
    const result = { ...whole, scenarios: own.length };
    if (page !== null) {
      const broken = deviations ?? knownDeviations(loaded.suite);
      const coverOf = sentenceCovers({ registry, scenarios, deviations: broken, questions: QUESTIONS });
      const changes = draft === null || whole.spec === null ? null : { file: draft.file, changes: whole.spec };
      writeNamed(page.file, specPage({ ...page.text, coverOf, draft: changes }), '--html');
    }
    if (flags['json'] === true) say(flags, result, () => '');
    else printPainted(`${formatTrace(result, { color: hasColor(flags) }).trimEnd()}\n`);
    return isComplete(result) ? EXIT.fine : EXIT.problems;
  },
};

type SpecText = { file: string; markdown: string };

/** The text that the user named, or else that of the user's suite. */
function textOf(file: string | undefined, { own }: Suite): SpecText | null {
  const [named = null] = own.flatMap(({ spec }) => spec ?? []);
  const at = file ?? named;
  if (at === null) return null;
  return { file: at, markdown: readNamed(at, file === undefined ? 'spec in suite.yaml:' : '--spec') };
}

function newerText(flags: Flags, text: SpecText | null): SpecText | null {
  const file = textFlag(flags, 'against');
  if (file === undefined) return null;
  if (text === null) throw new UsageError('--against needs a text to compare with: add --spec FILE');
  return { file, markdown: readNamed(file, '--against') };
}

/** The page that the user requested, and the text that it renders. Throws if it cannot be written. */
function pageOf(flags: Flags, text: SpecText | null): { file: string; text: SpecText } | null {
  const file = textFlag(flags, 'html');
  if (file === undefined) return null;
  if (text === null) throw new UsageError('--html needs the text of the spec: add --spec FILE');
  const read = [text.file, textFlag(flags, 'against')].filter((one) => one !== undefined);
  if (read.some((one) => resolve(one) === resolve(file)))
    throw new UsageError(`--html ${file} would overwrite the text that is read; name another file`);
  assertWritable(file, '--html');
  return { file, text };
}

/** The deviations that the built-in suite is proved to catch, and those of the user's suite. */
function knownDeviations({ own }: Suite): Deviation[] {
  const ofUser = own.flatMap(({ deviations }) => deviations.map(({ id, breaks }) => ({ id, breaks: [breaks] })));
  return [...caughtDeviations(), ...ofUser];
}

/** The rules that a text is about: built-in ones, those of the user's suite, or both. */
function rulesMeant(markdown: string, { own, registry }: Suite, anchors: SpecAnchors | null): Registry {
  const stated = new Set(specSentences(markdown).map(({ anchor }) => anchor));
  const isOwn = ({ place }: Rule) => own.some((suite) => isOf(suite, place));
  const isMeant = (rule: Rule) => (isOwn(rule) ? isOfOwn : isOfPackage);
  const isOfPackage = own.length === 0 || isLargelyIn(anchors, stated);
  const hasOwn = [...registry.values()].some(
    (rule) => isOwn(rule) && rule.anchors.some((anchor) => stated.has(anchor)),
  );
  const isOfOwn = !isOfPackage || hasOwn;
  return new Map([...registry].filter(([, rule]) => isMeant(rule)));
}

/** A text by the user may quote the specification; a draft of the specification contains most of it. */
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

/** The file descriptor of standard input: not every system has a path for it. */
const STANDARD_INPUT = 0;

type Deviation = { id: string; breaks: string[] };

/** A variant breaks no rule; a deviation breaks its own rule, and may break others. */
function deviationsIn(file: string | undefined): Deviation[] | null {
  if (file === undefined) return null;
  const text = readNamed(file === '-' ? STANDARD_INPUT : file, '--deviations');
  const list = jsonOfNamed(file, text);
  try {
    return (list as unknown[]).map(deviationOf);
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
