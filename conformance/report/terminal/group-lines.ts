import { counted } from '../../../shared/counted.ts';
import { type Line, type Span, table, wrap } from '../../../shared/report/lines.ts';
import { GROUPS } from '../../suite/rules/rule.ts';
import { gradedRules } from '../failures.ts';
import type { GroupReport, Report } from '../report.ts';

const BAR = 16;
/** A narrower window gets no bars. */
const NARROW = 80;
/** The width of the longest group name, and a gap. */
const NAME = Math.max(...GROUPS.map((name) => name.length)) + 2;

/**
 * A line for each group that has rules: a bar, `must 61 of 63, 2 untested`, its warnings, and the rules that do not
 * apply.
 */
export function groupLines(report: Report, { width }: { width: number }): Line[] {
  const known = knownByGroup(report);
  const groups = shownGroups(report);
  const rows = groups.map((group): Span[] => [
    ['strong', group.group],
    [mustTone(group), mustText(group)],
    ['dim', asideText(group, known.get(group.group) ?? 0)],
  ]);
  const lines = table(rows);
  if (width < NARROW) return rows.flatMap((row) => narrowLines(row, width));
  return groups.map((group, index) => {
    const [name = ['plain', ''], ...rest] = lines[index] ?? [];
    return [name, ...bar(group), ['plain', '  '], ...rest];
  });
}

/** The groups that have rules. */
export function shownGroups({ groups }: Pick<Report, 'groups'>): GroupReport[] {
  return groups.filter(({ must, warnings, not_applicable }) => must.total + warnings + not_applicable > 0);
}

function narrowLines([name, must, aside]: readonly Span[], width: number): Line[] {
  const texts = [must?.[1], aside?.[1]].filter((text) => text !== undefined && text !== '').join(', ');
  return wrap(texts, width - NAME - 2).map((text, index) => [
    [name?.[0] ?? 'plain', (index === 0 ? (name?.[1] ?? '') : '').padEnd(NAME)],
    [must?.[0] ?? 'plain', text],
  ]);
}

/** `must 61 of 63, 2 untested` */
export function mustText({ must: { passed, total, failed, untested } }: GroupReport): string {
  if (total === 0) return 'no must applies';
  const parts = [
    `must ${passed} of ${total}`,
    failed === 0 ? null : `${failed} failed`,
    untested === 0 ? null : `${untested} untested`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function mustTone({ must }: GroupReport): 'good' | 'bad' | 'warn' | 'dim' {
  if (must.failed > 0) return 'bad';
  if (must.total === 0) return 'dim';
  return must.passed === must.total ? 'good' : 'warn';
}

function asideText({ warnings, not_applicable, without_occasion = 0 }: GroupReport, known: number): string {
  const parts = [
    warnings === 0 ? null : counted(warnings, 'warning'),
    known === 0 ? null : `${counted(known, 'failure')} known`,
    without_occasion === 0 ? null : `${without_occasion} without occasion`,
    not_applicable === 0 ? null : `${counted(not_applicable, 'rule does', 'rules do')} not apply`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function knownByGroup(report: Report): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { group, known, verdict } of gradedRules(report))
    if (known && verdict === 'fail') counts.set(group, (counts.get(group) ?? 0) + 1);
  return counts;
}

/** Passed, failed and untested parts of a bar of fixed width; the smallest part is still visible. */
function bar({ must }: GroupReport): [Span, Span, Span] {
  const cells = barCells([must.passed, must.failed, must.total - must.passed - must.failed], BAR);
  return [
    ['good', '█'.repeat(cells[0] ?? 0)],
    ['bad', '▒'.repeat(cells[1] ?? 0)],
    ['dim', '░'.repeat(cells[2] ?? 0)],
  ];
}

export function barCells(parts: readonly number[], width: number): number[] {
  const total = parts.reduce((sum, part) => sum + Math.max(part, 0), 0);
  if (total === 0) return parts.map((_, index) => (index === parts.length - 1 ? width : 0));
  const cells = parts.map((part) => (part <= 0 ? 0 : Math.max(1, Math.floor((part / total) * width))));
  const largest = cells.indexOf(cells.reduce((a, b) => Math.max(a, b)));
  const used = cells.reduce((sum, cell) => sum + cell, 0);
  return cells.map((cell, index) => (index === largest ? cell + width - used : cell));
}
