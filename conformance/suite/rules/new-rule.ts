import { didYouMean } from '../../../shared/nearest.ts';
import { AT_LEVELS, GROUPS, type Group, LEVELS, type Level, type Registry, RULE_ID } from './rule.ts';
import { anchorOf, distinct, type SpecSentence, specSentences } from './spec-sentences.ts';
import { wordWeights } from './word-weights.ts';

type NewRule = {
  registry: Registry;
  id: string;
  level?: Level;
  group?: Group;
  /** The statement of the rule, or enough of its words to find it in `spec`. */
  sentence?: string | undefined;
  section?: string | undefined;
  /** The text of the spec. */
  spec?: string | undefined;
  /** Writes the sentence itself into the rule instead of its hash, as for a user's text. */
  quoted?: boolean;
};

/**
 * Returns the text of a new row, to be appended to a file of rules. What only a person can write is left as …. Throws
 * if the statement cannot be found.
 */
export function newRule({ registry, id, level = LEVELS[0], group = GROUPS[0], ...about }: NewRule): string {
  if (!RULE_ID.test(id)) throw new Error(`${id} is not a rule id; use 3 to 32 capitals and digits with a -`);
  const taken = registry.get(id);
  if (taken !== undefined)
    throw new Error(`the rule ${id} already exists, at ${taken.place.file}:${taken.place.line}; choose another id`);
  if (id.startsWith('GAP-') !== (level === 'gap'))
    throw new Error(`${id}: only ids of gaps start with GAP-, and all of them do`);
  const statement = findSentence(about);
  const clause = statement?.section ?? about.section ?? '…';
  const anchor = statement === null ? [] : [anchorField(statement, about.quoted === true)];
  const fields = [`clause: "${clause || '0'}"`, `level: ${level}`, `group: ${group}`, ...anchor, ...openFields(level)];
  return `${id}: {${fields.join(', ')}}\n`;
}

function anchorField({ anchor, text }: AnchoredStatement, isQuoted: boolean): string {
  return isQuoted ? `sentence: ${JSON.stringify(text)}` : `anchor: ${JSON.stringify(anchor)}`;
}

/** The fields that the level requires, each to be filled in. */
function openFields(level: Level): string[] {
  const names = (['says', 'ask', 'from', 'counter', 'open', 'because'] as const).filter((name) => {
    const { required = [], onlyAt = [] } = AT_LEVELS[name] ?? {};
    return required.includes(level) || onlyAt.includes(level);
  });
  return names.map((name) => (name === 'from' ? 'from: []' : `${name}: "…"`));
}

type About = Pick<NewRule, 'sentence' | 'section' | 'spec'>;
type AnchoredStatement = Pick<SpecSentence, 'section' | 'anchor' | 'text'>;

function findSentence({ sentence, section, spec }: About): AnchoredStatement | null {
  if (sentence === undefined) return null;
  if (spec === undefined) return { section: section ?? '…', anchor: anchorOf(sentence), text: sentence };
  const within = inSection(specSentences(spec), section);
  const anchor = anchorOf(sentence);
  const words = anchoredWords(sentence);
  const same = within.filter((one) => one.anchor === anchor);
  const matches = same.length > 0 ? same : within.filter(({ text }) => anchoredWords(text).includes(words));
  const [first, ...others] = distinct(matches);
  if (first === undefined) throw new Error(`the spec has no statement with “${sentence}”${closest(sentence, within)}`);
  if (others.length > 0) {
    const places = [first, ...others].map(({ line }) => `L${line}`).join(', ');
    throw new Error(`${others.length + 1} statements have “${sentence}” (${places}); give more words, or the section`);
  }
  return first;
}

function inSection(sentences: readonly SpecSentence[], section: string | undefined): SpecSentence[] {
  if (section === undefined) return [...sentences];
  const within = sentences.filter((one) => one.section === section);
  if (within.length > 0) return within;
  const known = [...new Set(sentences.map((one) => one.section))];
  throw new Error(`the spec has no section ${section}${didYouMean(section, known)}`);
}

function closest(sentence: string, within: readonly SpecSentence[]): string {
  const likeness = wordWeights(within.map(({ text }) => text));
  const ranked = within.map(({ line, text }) => ({ line, score: likeness(sentence, text) }));
  const [best] = ranked.sort((a, b) => b.score - a.score);
  return best !== undefined && best.score > 0.3 ? `; the closest is at L${best.line}` : '; give some words of it';
}

/** Normalizes a text for comparison: ignores spacing and case. */
function anchoredWords(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
