import * as z from 'zod/mini';
import { didYouMean } from '../../../shared/nearest.ts';
import type { Node, Place } from '../../../shared/yaml/node.ts';
import { FEATURES, type Feature } from '../vocabulary.ts';
import { aboutOf, editorSchema, type JsonSchema, must, oneOrMore, orNull, textLike } from '../yaml/schema-parts.ts';

export const LEVELS = ['must', 'should', 'derived', 'gap', 'excluded'] as const;
export type Level = (typeof LEVELS)[number];

export const GROUPS = ['core', 'lists', 'cancel', 'delete', 'credits', 'webhooks', 'test-mode', 'hair-draft'] as const;
export type Group = (typeof GROUPS)[number];

/** One statement of the spec, in our own words. A field that its row lacks is null. */
export type Rule = Omit<
  RuleRow,
  'clause' | 'level' | 'group' | 'anchor' | 'sentence' | 'says' | 'from' | 'presumes' | 'spares' | 'disproves_off'
> & {
  id: string;
  clause: string;
  level: Level;
  group: Group;
  /** Hashes of the sentences of the spec that state it (see spec-sentences.ts). */
  anchors: readonly string[];
  /** Those of them that the rule quotes. */
  sentences: readonly { anchor: string; text: string }[];
  /** For a gap, its question. */
  says: string;
  from: readonly string[];
  presumes: readonly string[];
  spares: Node | null;
  disprovesOff: { readonly [Name in Feature]?: string | undefined };
  place: Place;
};

export type Registry = ReadonlyMap<string, Rule>;

/**
 * The states of a rule that is not stable, each with the field that it requires and that other states must not have.
 */
export const STATUS_FIELDS = { provisional: 'until', disputed: 'thread', retired: 'retired_in' } as const;
export type Status = keyof typeof STATUS_FIELDS;
export const STATUSES = Object.keys(STATUS_FIELDS) as readonly Status[];

const GRADED = ['must', 'should', 'derived'] as const;

/** Returns whether a breach of the rule counts. */
export function isGraded({ level, status }: Pick<Rule, 'level' | 'status'>): boolean {
  return status !== 'retired' && GRADED.some((one) => one === level);
}

/** Returns whether a breach of the rule only warns, whatever its level. */
export function onlyWarns({ status }: Pick<Rule, 'status'>): boolean {
  return status === 'provisional' || status === 'disputed';
}

/** The further situations in which a rule has to hold, with the scenarios that test them. */
const MOMENTS = {
  across_midnight: 'on the next UTC day',
  after_the_end: 'after the job has ended, in each way in which it can',
  after_cancel: 'after a cancel that was accepted or deferred',
  after_deletion: 'after the deletion of the job or the asset',
  after_retention: 'after the input, the results or the key were kept for long enough',
  before_expiry: 'just before something expires',
  each_input: 'for each role of an input',
  each_operation: 'for each operation',
  each_event: 'for each type of event, and the ping',
  each_list: 'for each list and each filter',
  each_environment: 'in the live and in the test environment',
  each_foreign_object: 'for each kind of foreign object, in each of its stages',
  each_key: 'for each kind of key',
  on_repeat: 'for the same call once more',
  on_replay: 'for the same Idempotency-Key once more',
  in_a_race: 'for calls at the same time',
  odd_ids: 'for ids of unusual forms',
  odd_parameters: 'for parameters of unusual forms',
  odd_json: 'for JSON in unusual spellings',
  near_keys: 'for keys that differ in little',
  odd_receivers: 'for receivers that answer in unusual ways',
  each_delivery_state: 'for a delivery in each state that it can have',
} as const;

type Moment = keyof typeof MOMENTS;
/** A rule id: uppercase, descriptive, and short enough for a table column. */
export const RULE_ID = /^(?=.{3,32}$)[A-Z][A-Z0-9]*(-[A-Z0-9]+)+$/;

/**
 * The fields of a rule. The loader, the schema for editors and the reference are all derived from this and from
 * `AT_LEVELS`.
 */
export const ruleFile = z.strictObject({
  clause: field(
    'the section of the spec that says it, in quotes, such as "4.2"; "0" is what stands before section 1',
    textLike(/^\d+(\.\d+)*$/, 'a section number in quotes, such as "4.2"'),
  ),
  level: field(
    'must and should be stated, derived follows from what is stated, a gap is left open, excluded is not graded',
    oneOf(LEVELS),
  ),
  group: field('the line of the report that it counts in', oneOf(GROUPS)),
  anchor: field(
    'hashes of the sentences of the spec that say it, one or a list',
    oneOrMore(/^[0-9a-f]{8}$/, '8 hex digits; in quotes where YAML would read a number'),
  ),
  sentence: field(
    'the sentences themselves, one or a list, in place of their hashes: for a text of your own',
    oneOrMore(/\S/, 'a sentence; put it in quotes'),
  ),
  says: field('what can be tested, as one plain sentence in our own words', words()),
  ask: field('what a target is observed for, as a question', words()),
  from: field('the rules that it follows from', oneOrMore(/./, 'the id of a rule')),
  presumes: field(
    'the rules without which its checks say nothing: if one of them is broken, a breach of this one follows from it, and is untested',
    oneOrMore(/./, 'the id of a rule'),
  ),
  counter: field('a server that keeps every sentence and breaks the rule, so that a breach is a warning', words()),
  why: field('why else a breach is a warning and no failure', words()),
  spares: field(
    'expectations, one for each lawful way to break the rule: a breach that meets none of them is a failure',
    z.array(
      z.looseObject({}, must('be an expectation, such as {status: 403}')),
      must('be a list of expectations, such as [{status: 403}]'),
    ),
  ),
  open: field('why the lawful ways to break the rule cannot be listed, so that any breach is a warning', words()),
  because: field('why it cannot be graded', words()),
  reading: field('the number of the reading that decides', wholeFrom(1)),
  since: field(
    'the version of the suite that first had the rule, or raised it to a failure; in quotes',
    textLike(/^\d+\.\d+\.\d+$/, 'a version in quotes, such as "0.2.0"'),
  ),
  status: field(
    'its state, if it is not stable: provisional only warns before `until`, disputed only warns, retired is not graded',
    oneOf(STATUSES),
  ),
  until: field(
    'of a provisional rule: the day, or the version of the suite, from which a breach may be a failure; in quotes',
    textLike(/^\d{4}-\d\d-\d\d$|^\d+\.\d+\.\d+$/, 'a day or a version in quotes, such as "2026-12-31" or "0.4.0"'),
  ),
  thread: field('of a disputed rule: where it is discussed; the report shows it', words()),
  retired_in: field(
    'of a retired rule: the version of the suite that no longer grades it; in quotes',
    textLike(/^\d+\.\d+\.\d+$/, 'a version in quotes, such as "0.2.0"'),
  ),
  moments: field(
    `beside right after: the scenarios that check it, by moment (${Object.keys(MOMENTS).join(', ')}), or why there is no other`,
    z.union([words(), byMoment()], must('be a text, or the scenarios by moment')),
  ),
  disproves_off: field(
    'the features that a breach proves to be there although they are declared off, each with what was seen',
    featureTexts(),
  ),
});

export type RuleRow = z.output<typeof ruleFile>;
type FieldName = keyof typeof ruleFile.shape;
export const FIELD_NAMES = Object.keys(ruleFile.shape) as readonly FieldName[];

type AtLevels = {
  required?: readonly Level[];
  /** A mistake at any other level. Without this, the field is allowed at all levels. */
  onlyAt?: readonly Level[];
  /** The field that can replace it. */
  or?: FieldName;
};

/** The fields that each level requires, and those that only some levels allow. */
export const AT_LEVELS: { readonly [Name in FieldName]?: AtLevels } = {
  clause: { required: LEVELS },
  level: { required: LEVELS },
  group: { required: LEVELS },
  says: { required: ['must', 'should', 'derived', 'excluded'] },
  ask: { required: ['gap'] },
  from: { onlyAt: ['derived'] },
  presumes: { onlyAt: GRADED },
  counter: { required: ['derived'], onlyAt: ['derived'], or: 'why' },
  why: { onlyAt: ['derived'] },
  spares: { onlyAt: ['derived'] },
  open: { onlyAt: ['derived'] },
  because: { required: ['excluded'], onlyAt: ['excluded'] },
  status: { onlyAt: GRADED },
  until: { onlyAt: GRADED },
  thread: { onlyAt: GRADED },
  retired_in: { onlyAt: GRADED },
};

export function aboutField(name: FieldName): string {
  return aboutOf(ruleFile.shape[name]);
}

/** Which fields are required depends on the level. A missing field is null. */
function field<Schema extends z.ZodMiniType>(about: string, schema: Schema) {
  return orNull(schema).check(z.describe(about));
}

function optional<Schema extends z.ZodMiniType>(about: string, schema: Schema) {
  return z.optional(schema).check(z.describe(about));
}

function words() {
  return textLike(/\S/, 'a text; put it in quotes');
}

function byMoment() {
  const scenarios = oneOrMore(/./, 'the id of a scenario');
  const at = (says: string) => optional(says, scenarios);
  const shape = Object.fromEntries(Object.entries(MOMENTS).map(([name, says]) => [name, at(says)]));
  return z.strictObject(shape as Record<Moment, ReturnType<typeof at>>);
}

function featureTexts() {
  const seen = optional('what was seen', words());
  const shape = Object.fromEntries(Object.keys(FEATURES).map((feature) => [feature, seen]));
  return z.strictObject(shape as Record<Feature, typeof seen>);
}

function oneOf<Word extends string>(among: readonly Word[]) {
  const wrong = ({ input }: { input?: unknown }) =>
    `must be one of ${among.join(', ')}${typeof input === 'string' ? didYouMean(input, among) : ''}`;
  return z.literal(among, { error: wrong });
}

function wholeFrom(least: number) {
  const wrong = `be an integer from ${least}`;
  return z.int(must(wrong)).check(z.minimum(least, must(wrong)));
}

/** The JSON Schema of a file of rules, for completion and hints in editors. The loader is authoritative. */
export function rulesSchema(): JsonSchema {
  const { $schema, title, ...rule } = editorSchema('Rules of the conformance kit', ruleFile);
  return {
    $schema,
    title,
    type: 'object',
    minProperties: 1,
    propertyNames: { pattern: RULE_ID.source },
    patternProperties: {
      '^GAP-': { $ref: '#/$defs/rule', type: 'object', properties: { level: { const: 'gap' } } },
      '^(?!GAP-)': { $ref: '#/$defs/rule', type: 'object', properties: { level: { not: { const: 'gap' } } } },
    },
    $defs: { rule: { ...rule, required: FIELD_NAMES.filter(isAlwaysRequired), allOf: LEVELS.map(atLevel) } },
  };
}

function isAlwaysRequired(name: (typeof FIELD_NAMES)[number]): boolean {
  return AT_LEVELS[name]?.required === LEVELS;
}

/** Returns the additional requirements and the forbidden fields of one level. */
function atLevel(level: Level): JsonSchema {
  const due = FIELD_NAMES.filter((name) => !isAlwaysRequired(name) && AT_LEVELS[name]?.required?.includes(level));
  const required = due.filter((name) => AT_LEVELS[name]?.or === undefined);
  const either = due.flatMap((name) => {
    const or = AT_LEVELS[name]?.or;
    return or === undefined ? [] : [{ anyOf: [{ required: [name] }, { required: [or] }] }];
  });
  const strange = FIELD_NAMES.filter((name) => !(AT_LEVELS[name]?.onlyAt ?? LEVELS).includes(level));
  return {
    if: { required: ['level'], properties: { level: { const: level } } },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
    then: {
      required,
      ...(either.length > 0 && { allOf: either }),
      properties: Object.fromEntries(strange.map((name) => [name, false])),
    },
  };
}
