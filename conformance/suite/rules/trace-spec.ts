import type { Registry, Rule } from './rule.ts';
import type { SpecAnchors } from './spec-anchors.ts';
import { distinct, type SpecSentence, specSentences } from './spec-sentences.ts';
import { wordWeights } from './word-weights.ts';

/** The effects of a draft of the spec on the registry. */
export type SpecTrace = {
  /** Statements without a rule, or, if the older text is available, statements that it lacks. */
  added: (SpecSentence & Pick<Lost, 'rules'>)[];
  /** Statements that seem to be rewordings of others. `was` is the anchor that the rules still have. */
  changed: (SpecSentence & Lost & { was: string })[];
  removed: ({ section: string; anchor: string } & Lost)[];
  /** Statements that are in another section than in the older text, if that is available. */
  moved: (SpecSentence & Pick<Lost, 'rules'> & { was_section: string })[];
};

/** The rules of a lost statement, and its text if the rules quote it. */
type Lost = { rules: Touched[]; was_text?: string };

/** A rule that is anchored to a statement, and the scenarios that cover or check it. */
export type Touched = { rule: string; scenarios: string[] };

type Old = { anchor: string; text: string | null; section: string; before: string; rules: readonly Rule[] };
type Pair = { old: Old; sentence: SpecSentence; score: number };

/**
 * Compares the anchors of the rules with the statements of a draft. `known` says where a lost statement was. If `known`
 * includes the older text, compares its statements instead, even those without a rule.
 */
export function traceSpec(
  registry: Registry,
  draft: string,
  known: SpecAnchors | null,
  scenariosOf: (rule: string) => string[],
): SpecTrace {
  const sentences = distinct(specSentences(draft));
  const present = new Set(sentences.map(({ anchor }) => anchor));
  const rulesOn = anchoredRules(registry);
  const named = new Set(known?.texts?.keys() ?? rulesOn.keys());
  const lost = lostAnchors(
    [...named].filter((anchor) => !present.has(anchor)),
    rulesOn,
    known,
    present,
  );
  const added = sentences.filter(({ anchor }) => !named.has(anchor));
  const pairs = pairUp(lost, added, sentences, new Set([...named].filter((anchor) => present.has(anchor))));
  const touchedBy = (anchor: string) =>
    (rulesOn.get(anchor) ?? []).map(({ id }) => ({ rule: id, scenarios: scenariosOf(id) }));
  const lostOf = ({ anchor, text }: Old): Lost => ({
    rules: touchedBy(anchor),
    ...(text !== null && { was_text: text }),
  });
  const paired = new Set(pairs.values());
  return {
    added: added
      .filter((sentence) => !pairs.has(sentence))
      .map((sentence) => ({ ...sentence, rules: touchedBy(sentence.anchor) })),
    changed: sentences.flatMap((sentence) => {
      const old = pairs.get(sentence);
      return old === undefined ? [] : [{ ...sentence, was: old.anchor, ...lostOf(old) }];
    }),
    removed: lost
      .filter((old) => !paired.has(old))
      .map((old) => ({ section: old.section, anchor: old.anchor, ...lostOf(old) })),
    moved: movedSentences(known, specSentences(draft)).map((one) => ({ ...one, rules: touchedBy(one.anchor) })),
  };
}

/**
 * Pairs each section that a statement left with a section where it is new. A statement that only occurs once less has
 * not moved.
 */
function movedSentences(
  known: SpecAnchors | null,
  sentences: readonly SpecSentence[],
): (SpecSentence & { was_section: string })[] {
  if (known?.texts === undefined) return [];
  const sectionsWith = (anchor: string) =>
    [...known.anchors].filter(([, anchors]) => anchors.includes(anchor)).map(([section]) => section);
  return distinct(sentences).flatMap(({ anchor }) => {
    const now = sentences.filter((one) => one.anchor === anchor);
    const before = sectionsWith(anchor);
    const left = before.filter((section) => now.every((one) => one.section !== section));
    const come = now.filter(({ section }) => !before.includes(section));
    return come.flatMap((one, index) => {
      const was = left[index];
      return was === undefined ? [] : [{ ...one, was_section: was }];
    });
  });
}

function anchoredRules(registry: Registry): Map<string, Rule[]> {
  const rulesOn = new Map<string, Rule[]>();
  for (const rule of registry.values())
    for (const anchor of rule.anchors) rulesOn.set(anchor, [...(rulesOn.get(anchor) ?? []), rule]);
  return rulesOn;
}

/** Describes the statements that the draft lacks. */
function lostAnchors(
  anchors: readonly string[],
  rulesOn: ReadonlyMap<string, Rule[]>,
  known: SpecAnchors | null,
  present: ReadonlySet<string>,
): Old[] {
  const sections = [...(known?.anchors ?? [])];
  const sectionOf = new Map(sections.flatMap(([section, all]) => all.map((anchor) => [anchor, section] as const)));
  const before = neighbours([...sectionOf.keys()], present);
  return anchors.map((anchor) => {
    const rules = rulesOn.get(anchor) ?? [];
    const place = { section: sectionOf.get(anchor) ?? rules[0]?.clause ?? '', before: before.get(anchor) ?? '' };
    const quoted = rules.flatMap(({ sentences }) => sentences).find((one) => one.anchor === anchor)?.text;
    return { anchor, text: known?.texts?.get(anchor) ?? quoted ?? null, rules, ...place };
  });
}

/** The minimum similarity of two statements that count as a rewording. */
const LIKENESS = 0.3;
/** The minimum if the texts of both are known, which allows a stricter test. */
const LIKENESS_OF_TEXTS = 0.5;
/** The bonus for the same position in a section. */
const SAME_SPOT = 0.35;

/** Pairs the most similar statements first, and each statement at most once. */
function pairUp(
  lost: readonly Old[],
  added: readonly SpecSentence[],
  all: readonly SpecSentence[],
  present: ReadonlySet<string>,
): Map<SpecSentence, Old> {
  const likeness = wordWeights(all.map(({ text }) => text));
  const before = neighbours(
    all.map(({ anchor }) => anchor),
    present,
  );
  const candidates = lost.flatMap((old) => {
    const words = old.text ?? old.rules.map(({ id, says, ask }) => `${id} ${says} ${ask ?? ''}`).join(' ');
    return added
      .filter(({ section }) => old.text !== null || isWithin(old.section, section))
      .map((sentence): Pair => {
        const isThere = old.before !== '' && before.get(sentence.anchor) === old.before;
        return { old, sentence, score: likeness(words, sentence.text) + (isThere ? SAME_SPOT : 0) };
      })
      .filter(({ score }) => score >= (old.text === null ? LIKENESS : LIKENESS_OF_TEXTS));
  });
  const pairs = new Map<SpecSentence, Old>();
  const taken = new Set<Old>();
  for (const { old, sentence } of candidates.sort((a, b) => b.score - a.score)) {
    if (taken.has(old) || pairs.has(sentence)) continue;
    taken.add(old);
    pairs.set(sentence, old);
  }
  return pairs;
}

/** Maps each statement to the last statement before it that is in both texts. */
function neighbours(anchors: readonly string[], present: ReadonlySet<string>): Map<string, string> {
  let before = '';
  return new Map(
    anchors.map((anchor) => {
      const entry: [string, string] = [anchor, before];
      if (present.has(anchor)) before = anchor;
      return entry;
    }),
  );
}

/** The clause of a rule may be a list item: 5.1 is within section 5. */
function isWithin(clause: string, section: string): boolean {
  return clause === section || (section !== '' && clause.startsWith(`${section}.`));
}
