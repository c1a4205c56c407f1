import { basename } from 'node:path';
import { SCHEMAS } from '../../conformance/cli/commands/schema.ts';
import { STANDINGS } from '../../conformance/judge/standing.ts';
import { VERDICTS } from '../../conformance/judge/verdicts.ts';
import { REASONS } from '../../conformance/suite/reasons.ts';
import { loadRules } from '../../conformance/suite/rules/load-rules.ts';
import {
  AT_LEVELS,
  aboutField,
  FIELD_NAMES,
  GROUPS,
  LEVELS as LEVEL_NAMES,
  type Registry,
} from '../../conformance/suite/rules/rule.ts';
import { suiteFiles } from '../../conformance/suite/suite-files.ts';
import { ROLES } from '../../conformance/suite/vocabulary.ts';
import { documentsOf } from '../../conformance/suite/yaml/source-file.ts';
import { type Node, plain } from '../../shared/yaml/node.ts';
import { oneLine } from './compact-json.ts';
import { LEVELS } from './language-words.ts';
import { code, codes, plainText, table } from './markdown.ts';
import type { Parts } from './regions.ts';
import { fieldsTable, type Schema } from './schema-fields.ts';

const TARGET = SCHEMAS.target() as Schema;
const PARTS_OF_TARGET = ['target', 'features', 'drivers', 'budget', 'timeouts', 'hair'];

export const SUITE_PARTS: Parts = {
  // All roles accept the same kinds of keys, which the text of the page describes.
  'target-keys': () =>
    table(
      ['role', 'meaning'],
      Object.entries(ROLES).map(([role, says]) => [code(role), says]),
    ),
  'rule-fields': ruleFields,
  'rule-levels': ruleLevels,
  'rule-groups': ruleGroups,
  'set-ups': setUpTable,
  shapes: shapeTable,
  verdicts: () =>
    table(
      ['verdict', 'meaning'],
      Object.entries(VERDICTS).map(([name, says]) => [code(name), says]),
    ),
  standings: () =>
    table(
      ['standing', 'meaning'],
      Object.entries(STANDINGS).map(([name, says]) => [code(name), says]),
    ),
  reasons: () =>
    table(
      ['reason', 'what would help'],
      Object.entries(REASONS).map(([name, says]) => [code(name), says]),
    ),
  ...Object.fromEntries(PARTS_OF_TARGET.map((name) => [`target-${name}`, () => fieldsTable(partOf(name))])),
};

export function registryOfSuite(): Registry {
  return loadRules(suiteFiles().rules);
}

function partOf(name: string): Schema {
  const part = TARGET.properties?.[name];
  if (part === undefined) throw new Error(`a target has no ${name}`);
  return part;
}

function ruleFields(): string {
  const rows = FIELD_NAMES.map((name) => {
    const { required = [], onlyAt } = AT_LEVELS[name] ?? {};
    return [
      code(name),
      required.length === LEVEL_NAMES.length ? 'all' : codes(required),
      onlyAt === undefined ? 'any' : codes(onlyAt),
      plainText(aboutField(name)),
    ];
  });
  return table(['field', 'required at', 'may stand at', 'meaning'], rows);
}

function ruleLevels(): string {
  const counts = countsOf((rule) => rule.level);
  const rows = LEVEL_NAMES.map((level) => [code(level), ...LEVELS[level], String(counts.get(level) ?? 0)]);
  return table(['level', 'when', 'a breach is', 'rules'], rows);
}

function ruleGroups(): string {
  const counts = countsOf((rule) => rule.group);
  return table(
    ['group', 'rules'],
    GROUPS.map((group) => [code(group), String(counts.get(group) ?? 0)]),
  );
}

function countsOf(of: (rule: { level: string; group: string }) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const rule of registryOfSuite().values()) counts.set(of(rule), (counts.get(of(rule)) ?? 0) + 1);
  return counts;
}

type SetUpText = { set_up: string; about?: string; takes?: Record<string, unknown> };

/** The set-ups of the package, with their parameters and defaults. */
function setUpTable(): string {
  const setUps = suiteFiles().library.flatMap((source) =>
    documentsOf(source).map((node: Node) => plain(node) as SetUpText),
  );
  const rows = setUps.map(({ set_up, about = '', takes = {} }) => [
    code(set_up),
    about,
    Object.entries(takes)
      .map(([name, standard]) => code(standard === null ? `${name}` : `${name}: ${oneLine(standard)}`))
      .join(', '),
  ]);
  return table(['set-up', 'what it does', 'takes'], rows);
}

function shapeTable(): string {
  const rows = suiteFiles().shapes.map(({ file, text }) => {
    const name = basename(file, '.yaml');
    return [`[${code(name)}](../../scenarios/schemas/${name}.yaml)`, /^title: (.*)$/m.exec(text)?.[1] ?? ''];
  });
  return table(['shape', 'of'], rows);
}
