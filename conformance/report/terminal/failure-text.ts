import { counted } from '../../../shared/counted.ts';
import { cut, cutWords, indent, type Line, line, paint, wrap, wrapped } from '../../../shared/report/lines.ts';
import type { Mismatch } from '../../suite/expectation/finding.ts';
import type { Failure } from '../failures.ts';
import { firstFacts } from '../roots.ts';
import { entryText, oneLine, prettyJson, shortened, valueLine } from './wire-text.ts';

export type CardOptions = { baseUrl: string; width: number; verbose: boolean };

/** The card of a failure as plain text, for formats without colors. */
export function failureText(failure: Failure, options: { baseUrl: string }): string {
  const lines = failureLines(failure, { ...options, width: 120, verbose: true });
  return paint(lines, false).trimEnd();
}

/** The place of a failure, what was expected and seen, and its exchanges; truncated unless `verbose`. */
export function failureLines(failure: Failure, options: CardOptions): Line[] {
  const { card } = failure;
  const mismatches = firstFacts(card.mismatches).flatMap((mismatch) => mismatchLines(mismatch, options));
  return [
    ...wrapped('dim', whereText(failure), options.width),
    ...mismatches,
    [],
    ...chainLines(failure, options),
    ...referenceLines(failure, options),
  ];
}

/** `§4.4  the tag of a cancel is that of the next read` */
export function ruleSentence({ rule }: Pick<Failure, 'rule'>): string {
  return `§${rule.clause}  ${rule.says}`;
}

/** `cancel/races [scripted, queued], step same, scenarios/cancel/races.yaml:31:5` */
function whereText({ card: { scenario, instance, step, place } }: Failure): string {
  const name = instance.startsWith(scenario) ? instance : `${scenario} ${instance}`;
  return `${name}, step ${step}, ${place}`;
}

/** A failure in one line. */
export function failureSummary({ card: { mismatches } }: Failure): string {
  const [first, ...others] = firstFacts(mismatches);
  if (first === undefined) return 'violated';
  const more = others.length === 0 ? '' : ` (and ${counted(others.length, 'more difference')})`;
  return `${pointerText(first.pointer)}: expected ${first.expected}, seen ${valueLine(first.seen)}${more}`;
}

function mismatchLines({ pointer, expected, seen }: Mismatch, options: CardOptions): Line[] {
  return [
    line('info', pointerText(pointer)),
    ...labelled('  expected  ', 'good', expected, options),
    ...labelled('  seen      ', 'bad', valueLine(seen), options),
  ];
}

export function pointerText(pointer: string): string {
  return pointer === '' ? 'the whole' : pointer;
}

const MOST_LINES = 4;
/** Limits of verbose reports. */
const MOST_STEPS = 20;
const LONGEST = 4000;

/** A label, followed by a text that is wrapped with a hanging indent. */
function labelled(label: string, tone: 'good' | 'bad' | 'dim' | 'plain', text: string, options: CardOptions): Line[] {
  const width = options.width - label.length;
  const whole = wrap(options.verbose ? shortened(text, LONGEST) : cut(cutWords(text), width * MOST_LINES), width);
  return whole.map((part, index) => [
    ['dim', index === 0 ? label : ' '.repeat(label.length)],
    [tone, part],
  ]);
}

/**
 * The number of exchanges to show. For a wrong later page, the previous page is shown too: it shows whether another
 * page was to follow.
 */
function shownOf({ card: { mismatches } }: Failure): number {
  return mismatches.some(({ pointer }) => /^\/pages\/[1-9]/.test(pointer)) ? 2 : 1;
}

function chainLines(failure: Failure, options: CardOptions): Line[] {
  const { chain } = failure;
  const listed = chain.slice(options.verbose ? -MOST_STEPS : -shownOf(failure));
  const earlier = chain.length - listed.length;
  const lines = listed.flatMap((entry, index) => {
    const { asked, sent, outcome, got } = entryText(entry, options.baseUrl);
    return [
      ...(index === 0 ? [] : [[]]),
      line('strong', options.verbose ? cut(asked, LONGEST) : cutWords(asked)),
      ...bodyLines(sent, options),
      ...(outcome === null ? [] : [line('plain', outcome)]),
      ...bodyLines(got, options),
    ];
  });
  return earlier === 0 ? lines : [line('dim', `after ${counted(earlier, 'earlier step')}:`), ...lines];
}

function bodyLines(body: string | null, { verbose, width }: CardOptions): Line[] {
  if (body === null) return [];
  const listed = verbose ? shortened(body, LONGEST) : cut(cutWords(oneLine(body)), (width - 2) * MOST_LINES);
  return indent(wrapped('dim', listed, width - 2), 2);
}

function referenceLines({ card: { reference } }: Failure, options: CardOptions): Line[] {
  if (reference === null) return [];
  return [
    [],
    line('plain', `an emulator of the spec answers ${reference.status}`),
    ...(reference.headers ?? []).flatMap((header) => bodyLines(header, options)),
    ...bodyLines(reference.body === '' ? null : prettyJson(reference.body), options),
  ];
}
