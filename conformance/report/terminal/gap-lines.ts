import { counted } from '../../../shared/counted.ts';
import { cut, indent, type Line, line, wrapped } from '../../../shared/report/lines.ts';
import type { Report } from '../report.ts';
import { valueLine } from './wire-text.ts';

type Gap = Report['gaps'][number];

/** The gaps that are listed without --verbose. */
const MOST_GAPS = 6;

/** What the target does where the spec leaves it open. None of it is graded. */
export function gapLines({ gaps }: Report, { width, verbose }: { width: number; verbose: boolean }): Line[] {
  const observed = gaps.filter(({ answers }) => answers.length > 0);
  const listed = verbose ? gaps : observed.slice(0, MOST_GAPS);
  const left = gaps.length - listed.length;
  const lines = listed.flatMap((gap) => (verbose ? wholeGap(gap, width - 2) : [shortGap(gap, width - 2)]));
  if (left === 0) return lines;
  const more = listed.length === 0 ? `${counted(left, 'gap')} not observed` : `${counted(left, 'more gap')}`;
  return [...lines, line('dim', `${more}; all with --verbose`)];
}

function shortGap({ id, answers }: Gap, width: number): Line {
  const name = id.padEnd(28);
  return [
    ['info', name],
    ['plain', cut(`  ${answers.map(answerText).join('; ')}`, width - name.length)],
  ];
}

function wholeGap({ id, ask, questions = [], answers }: Gap, width: number): Line[] {
  const readings = questions.length === 0 ? [] : [`readings of the emulator: ${questions.join(', ')}`];
  const texts = answers.length === 0 ? ['not observed'] : answers.map(answerText);
  return [
    line('info', id),
    ...indent([...[ask, ...readings].flatMap((text) => wrapped('dim', text, width - 2))], 2),
    ...indent([...texts.flatMap((text) => wrapped('plain', text, width - 4))], 4),
  ];
}

/** `status 409, body.error.code "JOB_DELETED" (3 times)` */
export function answerText({ seen, times }: Gap['answers'][number]): string {
  const facts = Object.entries(seen).map(([name, value]) => `${name} ${valueLine(value)}`);
  return `${facts.join(', ') || 'nothing'}${times === 1 ? '' : ` (${times} times)`}`;
}
