import { counted } from '../../../shared/counted.ts';
import { indent, type Line, line, paint, type Span, table } from '../../../shared/report/lines.ts';
import type { Place } from '../../../shared/yaml/node.ts';
import type { Trace } from './trace.ts';
import type { SpecTrace, Touched } from './trace-spec.ts';

type Section = { title: string; rows: readonly Row[] };
/** The place, the finding, and further lines. */
type Row = { at: string; what: string; more?: readonly string[] };

/** Formats a trace: a paragraph for each kind of gap between spec, rules and scenarios, and a summary. */
export function formatTrace(trace: Trace, { color = false }: { color?: boolean } = {}): string {
  const sections = [...specSections(trace), ...coverSections(trace)].filter(({ rows }) => rows.length > 0);
  const texts = sections.map((section) => paint(sectionLines(section), color));
  return [...texts, summary(trace, sections.length === 0)].join('\n');
}

function coverSections(trace: Trace): Section[] {
  const inScenario = ({ rule, scenario, place }: Trace['checkedNotCovered'][number]) =>
    ({ at: placeText(place), what: `${rule} in ${scenario}` }) satisfies Row;
  const ofRule = ({ rule, place }: Trace['uncovered'][number]) => ({ at: placeText(place), what: rule }) satisfies Row;
  return [
    { title: 'No scenario covers these rules', rows: trace.uncovered.map(ofRule) },
    { title: 'No scenario observes these gaps', rows: trace.unobserved.map(ofRule) },
    {
      title: 'There are no such rules',
      rows: trace.unknown.map(({ rule, user, place, hint }) => ({
        at: placeText(place),
        what: `${rule} in ${user}${hint}`,
      })),
    },
    { title: 'Checked, and missing from covers', rows: trace.checkedNotCovered.map(inScenario) },
    { title: 'In covers, and checked by no step', rows: trace.coveredNotChecked.map(inScenario) },
    { title: 'In covers, but cannot be graded', rows: trace.ungraded.map(inScenario) },
    { title: 'Named for a moment of a rule, which they do not cover', rows: trace.unmet.map(inScenario) },
    { title: 'No deviation proves that these rules catch anything', rows: (trace.unproved ?? []).map(ofRule) },
  ];
}

function specSections({ spec }: Trace): Section[] {
  if (spec === null) return [];
  return [
    {
      title: 'Changed in the draft',
      rows: spec.changed.map(({ line, text, was, was_text, anchor, rules }) => ({
        at: `L${line}`,
        what: text,
        more: [
          ...(was_text === undefined ? [] : [`was: ${was_text}`]),
          ...touchedLines(rules),
          ...(was_text === undefined ? [`anchor ${was} -> ${anchor}`] : []),
        ],
      })),
    },
    {
      title: 'Gone from the draft',
      rows: spec.removed.map(({ section, anchor, was_text, rules }) => ({
        at: sectionText(section),
        what: was_text ?? `what ${rules.map(({ rule }) => rule).join(', ')} stood on`,
        more: [...touchedLines(rules), ...(was_text === undefined ? [`anchor ${anchor}`] : [])],
      })),
    },
    {
      title: 'Moved in the draft',
      rows: spec.moved.map(({ line, text, was_section, section, rules }) => ({
        at: `L${line}`,
        what: text,
        more: [`from ${sectionText(was_section)} to ${sectionText(section)}`, ...touchedLines(rules)],
      })),
    },
    {
      title: 'New in the draft, and named by no rule',
      rows: spec.added.filter(({ rules }) => rules.length === 0).map(addedRow),
    },
    {
      title: 'New in the draft, and named by a rule',
      rows: spec.added.filter(({ rules }) => rules.length > 0).map(addedRow),
    },
  ];
}

function addedRow({ line, text, rules }: SpecTrace['added'][number]): Row {
  return { at: `L${line}`, what: text, more: touchedLines(rules) };
}

export function sectionText(section: string): string {
  return section === '' ? 'preface' : `§${section}`;
}

/** `touches IDEM-REPLAY-200 in idempotency/replay` */
function touchedLines(rules: readonly Touched[]): string[] {
  return rules.map(({ rule, scenarios }) => {
    const where = scenarios.length === 0 ? ', which no scenario covers' : ` in ${scenarios.join(', ')}`;
    return `touches ${rule}${where}`;
  });
}

function summary({ rules, scenarios, spec }: Trace, isComplete: boolean): string {
  const counts = `${counted(rules.graded, 'graded rule')}, ${counted(rules.gaps, 'gap')} and ${rules.excluded} excluded in ${counted(scenarios, 'scenario')}`;
  const draft = spec === null ? '' : '; the draft was compared';
  return `${counts}${draft}${isComplete ? ': nothing is missing' : ''}\n`;
}

function sectionLines({ title, rows }: Section): Line[] {
  const cells = rows.flatMap(({ at, what, more = [] }): Span[][] => [
    [
      ['dim', at],
      ['plain', what],
    ],
    ...more.map((text): Span[] => [
      ['plain', ''],
      ['dim', text],
    ]),
  ]);
  return [line('strong', `${title} (${rows.length})`), ...indent(table(cells), 2)];
}

function placeText(place: Place | null): string {
  return place === null ? '(deviation)' : `${place.file}:${place.line}`;
}
