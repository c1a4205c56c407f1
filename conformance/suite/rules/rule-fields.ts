import { GROUPS, LEVELS, type Level } from './rule.ts';

/** The fields of a rule: the loader and the JSON Schema for editors both read this table. */
export const RULE_FIELDS: Readonly<Record<FieldName, RuleField>> = {
  clause: {
    about: 'the section of the spec that says it, in quotes, such as "4.2"; "0" is what stands before section 1',
    required: LEVELS,
    shape: { kind: 'pattern', pattern: /^\d+(\.\d+)*$/, means: 'a section number in quotes, such as "4.2"' },
  },
  level: {
    about:
      'must and should are stated, derived follows from what is stated, a gap is left open, excluded is not graded',
    required: LEVELS,
    shape: { kind: 'choice', of: LEVELS },
  },
  group: { about: 'the line of the report that it counts in', required: LEVELS, shape: { kind: 'choice', of: GROUPS } },
  anchor: {
    about: 'hashes of the sentences of the spec that say it, one or a list',
    required: [],
    shape: {
      kind: 'patterns',
      pattern: /^[0-9a-f]{8}$/,
      means: '8 hex digits; in quotes where YAML would read a number',
    },
  },
  says: {
    about: 'what can be tested, as one plain sentence in our own words',
    required: ['must', 'should', 'derived', 'excluded'],
    shape: { kind: 'text' },
  },
  ask: { about: 'what a target is observed for, as a question', required: ['gap'], shape: { kind: 'text' } },
  from: {
    about: 'the rules that it follows from',
    required: [],
    onlyAt: ['derived'],
    shape: { kind: 'patterns', pattern: /./, means: 'the id of a rule' },
  },
  why: {
    about: 'why a breach is a warning and no failure',
    required: ['derived'],
    onlyAt: ['derived'],
    shape: { kind: 'text' },
  },
  because: { about: 'why nobody can grade it', required: ['excluded'], onlyAt: ['excluded'], shape: { kind: 'text' } },
  reading: { about: 'the number of the reading that decides', required: [], shape: { kind: 'count' } },
};

export type FieldName =
  | 'clause'
  | 'level'
  | 'group'
  | 'anchor'
  | 'says'
  | 'ask'
  | 'from'
  | 'why'
  | 'because'
  | 'reading';

type RuleField = {
  about: string;
  required: readonly Level[];
  /** At other levels it is a mistake; without this it may stand anywhere. */
  onlyAt?: readonly Level[];
  shape: FieldShape;
};

export type FieldShape =
  | { kind: 'text' }
  | { kind: 'count' }
  | { kind: 'choice'; of: readonly string[] }
  | { kind: 'pattern' | 'patterns'; pattern: RegExp; means: string };

export const FIELD_NAMES = Object.keys(RULE_FIELDS) as readonly FieldName[];

/** Capitals and digits with dashes, short enough for a column of a table. */
export const RULE_ID = /^(?=.{3,32}$)[A-Z][A-Z0-9]*(-[A-Z0-9]+)+$/;
