import { isDeepStrictEqual } from 'node:util';
import { conflictsAmong } from '../../shared/questions/conflicts.ts';
import { choiceText, isEnumeration, isLawful, isSettable, type Question } from '../../shared/questions/question.ts';
import { hiddenBy } from './fit/chosen.ts';
import type { Point } from './points.ts';
import { isWithin, likeliestIn, overlapOf, type Range, rangeOf, rangeText } from './range.ts';
import { byOwnPoints, type Twin, type TwinPoint, type Twins } from './twin.ts';

/** One value that was seen, and where. */
export type Sight = Pick<Point, 'instance' | 'step' | 'path' | 'value'>;

/**
 * What is known of a question: the choice that was seen; or something that no choice shows; or that what was seen does not
 * tell the choices apart; or nothing, for that reason. `fits` has every choice that shows what was seen: the default is left
 * as it is where it is one of them, else the first of them is set. `range`: a figure that was narrowed down lies within it.
 */
export type Decision = { question: string; sights: readonly Sight[]; range?: Range } & (
  | { kind: 'set'; choice: unknown; fits?: readonly unknown[] }
  | { kind: 'untold'; why: string; fits?: readonly unknown[] }
  | { kind: 'foreign' | 'unseen'; why: string }
);

/** What a run showed: every point by its place, and why nothing was seen of a gap. */
export type Shown = { points: ReadonlyMap<string, Point>; whyUnseen(scenarios: readonly string[]): string };

/** What a server chooses, question by question, in the order of the table. */
export function decide(
  questions: readonly Question[],
  { questions: twins, scenarios }: Twins,
  shown: Shown,
): Decision[] {
  const byName = new Map(byOwnPoints(twins).map((twin) => [twin.question, twin]));
  const alone = questions.map((question) => {
    const twin = byName.get(question.name);
    if (twin === undefined) return notAsked(question);
    return decided(question, twin, shown, scenarios[twin.gap] ?? []);
  });
  return withoutConflicts(questions, withoutHidden(questions, alone));
}

function notAsked(question: Question): Decision {
  return { question: question.name, kind: 'unseen', sights: [], why: whyNot(question) };
}

function whyNot(question: Question): string {
  if (!isSettable(question)) return `cannot be set: ${question.why_not}`;
  if (question.observed !== undefined) return 'its gap shows nothing on the emulator';
  return question.unobserved ?? `nothing asks yet: ${question.observe ?? question.ask}`;
}

function decided(question: Question, twin: Twin, { points, whyUnseen }: Shown, scenarios: readonly string[]): Decision {
  const { name } = question;
  const seen = twin.points.flatMap((point) => {
    const own = points.get(point.at);
    return own === undefined || isNothing(question, point, own) ? [] : [{ point, own }];
  });
  const sights = seen.map(({ own: { instance, step, path, value } }) => ({ instance, step, path, value }));
  const told = (kind: 'foreign' | 'untold', why: string): Decision => ({ question: name, kind, sights, why });
  if (twin.points.length === 0)
    return { ...told('untold', 'what is observed is the same under each choice'), sights: [] };
  if (seen.length === 0) {
    const isAnswered = twin.points.some(({ at }) => points.has(at));
    const why = isAnswered ? 'no answer had anything there' : whyUnseen(scenarios);
    return { question: name, kind: 'unseen', sights, why };
  }
  const figures = figuresIn(question, twin, seen);
  if (figures.length > 0) return figureOf(question, figures, sights);
  const ranges = rangesIn(question, twin, seen);
  if (ranges.length > 0) return inRange(question, ranges, sights);
  const speaking = seen.flatMap(({ point, own: { value } }) => {
    const fits = twin.choices.filter((_, index) => point.shows[index] === value);
    return fits.length === 0 ? [] : [{ fits, value }];
  });
  if (speaking.length === 0) return told('foreign', `no choice shows ${sights[0]?.value}`);
  const fitting = (some: typeof speaking) =>
    twin.choices.filter((choice) => some.every(({ fits }) => fits.includes(choice)));
  // What is missing may be missing for another reason.
  const [left = []] = [speaking, speaking.filter(({ value }) => value !== 'null')]
    .filter((some) => some.length > 0)
    .map(fitting)
    .filter(({ length }) => length > 0);
  const [choice] = left;
  if (choice === undefined) return told('foreign', 'what was seen fits one choice here and another there');
  if (left.length === 1) return { question: name, kind: 'set', choice, sights };
  if (!left.includes(question.default)) return { question: name, kind: 'set', choice, sights, fits: left };
  const why = `what was seen fits ${left.map(choiceText).join(' and ')}`;
  return { question: name, kind: 'untold', sights, why, fits: left };
}

/** No code where nothing was refused, and no figure where there is none: unless a choice shows just that. */
function isNothing({ choices }: Question, { shows }: TwinPoint, { value }: Point): boolean {
  if (isEnumeration(choices) || (value !== 'null' && value !== '[]')) return false;
  return choices.kind === 'code' || !shows.includes(value);
}

/** The figures of a range, read at the places at which each choice that was tried shows itself. */
function figuresIn(
  question: Question,
  { choices }: Twin,
  seen: readonly { point: TwinPoint; own: Point }[],
): unknown[] {
  if (isEnumeration(question.choices)) return [];
  const shows = ({ shows: values }: TwinPoint) =>
    choices.every((choice, index) => choice === null || isDeepStrictEqual(parsed(values[index] ?? null), choice));
  return seen.filter(({ point }) => shows(point)).map(({ own }) => parsed(own.value));
}

/** The ranges of a figure, read at the places at which each choice that was tried lies in the range that it shows. */
function rangesIn(question: Question, { choices }: Twin, seen: readonly { point: TwinPoint; own: Point }[]): Range[] {
  if (isEnumeration(question.choices)) return [];
  const shows = ({ shows: values }: TwinPoint) =>
    choices.every((choice, index) => {
      const range = rangeOf(parsed(values[index] ?? null));
      return range !== null && isWithin(choice, range);
    });
  return seen.filter(({ point }) => shows(point)).flatMap(({ own }) => rangeOf(parsed(own.value)) ?? []);
}

function inRange({ name, default: usual }: Question, ranges: readonly Range[], sights: readonly Sight[]): Decision {
  const range = ranges.reduce<Range | null>((one, other) => one && overlapOf(one, other), ANY);
  if (range === null)
    return { question: name, kind: 'foreign', sights, why: 'another figure from one place to the next' };
  if (!isWithin(usual, range)) return { question: name, kind: 'set', choice: likeliestIn(range), sights, range };
  return { question: name, kind: 'untold', sights, range, why: `${rangeText(range)}, which fits the default ${usual}` };
}

const ANY: Range = { accepted: 0, refused: null };

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function figureOf(question: Question, figures: readonly unknown[], sights: readonly Sight[]): Decision {
  const [choice] = figures;
  const { name } = question;
  if (figures.some((figure) => !isDeepStrictEqual(figure, choice)))
    return { question: name, kind: 'foreign', sights, why: 'another figure from one exchange to the next' };
  if (!isLawful(question, choice))
    return { question: name, kind: 'foreign', sights, why: `${JSON.stringify(choice)} is not lawful` };
  return { question: name, kind: 'set', choice, sights };
}

/** A question that shows only beside a choice of another is told only beside it. */
function withoutHidden(questions: readonly Question[], decisions: readonly Decision[]): Decision[] {
  const choiceOf = choicesIn(questions, decisions);
  return decisions.map((one) => {
    const question = questions.find(({ name }) => name === one.question);
    const hidden = question === undefined ? null : hiddenBy(question, questions, ({ name }) => choiceOf(name));
    if (hidden === null || one.kind === 'unseen') return one;
    return { question: one.question, sights: [], kind: 'unseen', why: `shows only where ${hidden}` };
  });
}

/** Choices that make no sense together are not set together: the emulator would refuse them. */
function withoutConflicts(questions: readonly Question[], decisions: readonly Decision[]): Decision[] {
  const settable = questions.filter(isSettable);
  const problems = new Map(
    conflictsAmong(settable, choicesIn(questions, decisions)).map(({ name, problem }) => [name, problem]),
  );
  return decisions.map((one) => {
    const problem = problems.get(one.question);
    if (problem === undefined || one.kind !== 'set') return one;
    return { question: one.question, sights: one.sights, kind: 'foreign', why: problem };
  });
}

function choicesIn(questions: readonly Question[], decisions: readonly Decision[]): (name: string) => unknown {
  const usual = questions.map((one) => [one.name, one.default] as const);
  const set = decisions.flatMap((one) => (one.kind === 'set' ? [[one.question, one.choice] as const] : []));
  const all = new Map<string, unknown>([...usual, ...set]);
  return (name) => all.get(name);
}
