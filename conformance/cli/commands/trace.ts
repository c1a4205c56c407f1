import { basename } from 'node:path';
import { atMostWords, type CliCommand, EXIT, textFlag, textsFlag, UsageError } from '../../../shared/command.ts';
import { formatTrace } from '../../suite/rules/format-trace.ts';
import { readSpecAnchors, SPEC_ANCHORS } from '../../suite/rules/spec-anchors.ts';
import { type Trace, trace } from '../../suite/rules/trace.ts';
import { refuseProblems } from '../../suite/scenario/load-suite.ts';
import { suiteFiles } from '../../suite/suite-files.ts';
import { readNamed } from '../files.ts';
import { printPainted, say } from '../print.ts';
import { hasColor } from '../print-report.ts';
import { openChecked } from '../suite.ts';
import { tracedElsewhere, tracedScenarios } from '../traced-scenarios.ts';

export const traceCommand: CliCommand = {
  help: `tryon-conformance trace [options]: show what is missing between the spec, the rules and the scenarios.

  --spec FILE        a draft of the spec: what it changes, adds and drops, with the rules and scenarios that it touches
  --deviations FILE  what a broken server is known to break, as tryon-emulator deviations --json lists it (- reads it from
                     the pipe): shows the rules that no deviation proves to catch anything
  --scenarios PATH   a file or a folder of your own, instead of those of the package (may be repeated)
  --json             print it as JSON
  --no-color         plain text, also on a terminal

Ends with 0 where nothing is missing, and with 1 where something is.`,
  options: {
    spec: { type: 'string' },
    deviations: { type: 'string' },
    scenarios: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    'no-color': { type: 'boolean' },
  },
  run: async (flags, words) => {
    atMostWords(words, 0);
    const file = textFlag(flags, 'spec');
    const spec = file === undefined ? null : readNamed(file, '--spec');
    const deviations = deviationsIn(textFlag(flags, 'deviations'));
    const loaded = openChecked(textsFlag(flags, 'scenarios'));
    const own = tracedScenarios(loaded);
    refuseProblems(loaded.context);
    const scenarios = [...own, ...tracedElsewhere(loaded)];
    const { registry } = loaded.suite;
    const whole = trace({ registry, scenarios, spec, anchors: anchorsOfSpec(), deviations });
    const result = { ...whole, scenarios: own.length };
    if (flags['json'] === true) say(flags, result, () => '');
    else printPainted(`${formatTrace(result, { color: hasColor(flags) }).trimEnd()}\n`);
    return isComplete(result) ? EXIT.fine : EXIT.problems;
  },
};

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
      `--deviations ${file}: it is no list of deviations; write one with tryon-emulator deviations --json`,
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
