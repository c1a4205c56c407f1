import { didYouMean } from '../yaml/nearest.ts';
import type { MapEntry, Node, ScalarNode } from '../yaml/node.ts';
import type { Problem } from '../yaml/problem.ts';
import { GROUPS, LEVELS, type Level, type Rule } from './rule.ts';
import { FIELD_NAMES, type FieldName, type FieldShape, RULE_FIELDS, RULE_ID } from './rule-fields.ts';

type Values = Partial<Record<FieldName, readonly string[]>>;

/** One row of the registry; null, and what is wrong with it, where it is no rule. */
export function readRule({ key: id, keyPlace: place, value: node }: MapEntry, problems: Problem[]): Rule | null {
  const own: Problem[] = [];
  const refuse = (message: string) => own.push({ place, message });
  if (!RULE_ID.test(id))
    refuse(`${id} is no id of a rule; write 2 to 32 capitals and digits with a - between, as JOB-404`);
  if (node.kind !== 'map') refuse(`${id} must be a map; write ${id}: {clause: …, level: …}`);
  const values = readValues(id, node, own);
  const level = LEVELS.find((one) => one === values.level?.[0]);
  const group = GROUPS.find((one) => one === values.group?.[0]);
  checkLevel(id, level, node, refuse);
  for (const problem of own) problems.push(problem);
  if (own.length > 0 || level === undefined || group === undefined) return null;
  const one = (name: FieldName) => values[name]?.[0] ?? null;
  return {
    id,
    clause: one('clause') ?? '',
    level,
    group,
    anchors: values.anchor ?? [],
    says: one('says') ?? one('ask') ?? '',
    ask: one('ask'),
    from: values.from ?? [],
    why: one('why'),
    because: one('because'),
    reading: values.reading === undefined ? null : Number(one('reading')),
    place,
  };
}

function readValues(id: string, node: Node, problems: Problem[]): Values {
  const values: Values = {};
  for (const { key, keyPlace, value } of node.kind === 'map' ? node.entries : []) {
    const name = FIELD_NAMES.find((one) => one === key);
    if (name !== undefined) values[name] = readValue(name, RULE_FIELDS[name].shape, value, problems);
    else
      problems.push({ place: keyPlace, message: `${id}: a rule has no field ${key}${didYouMean(key, FIELD_NAMES)}` });
  }
  return values;
}

function readValue(name: FieldName, shape: FieldShape, node: Node, problems: Problem[]): readonly string[] {
  const items = shape.kind === 'patterns' && node.kind === 'list' ? node.items : [node];
  return items.flatMap((item) => {
    const problem = item.kind === 'scalar' ? wrongIn(shape, item) : mustBe(shape);
    if (problem === null) return item.kind === 'scalar' ? [String(item.value)] : [];
    problems.push({ place: item.place, message: `${name} ${problem}` });
    return [];
  });
}

function wrongIn(shape: FieldShape, { value }: ScalarNode): string | null {
  if (shape.kind === 'count') return Number.isInteger(value) && Number(value) > 0 ? null : mustBe(shape);
  if (typeof value !== 'string' || value.trim() === '') return mustBe(shape);
  if (shape.kind === 'text') return null;
  if (shape.kind === 'choice')
    return shape.of.includes(value) ? null : `${mustBe(shape)}${didYouMean(value, shape.of)}`;
  return shape.pattern.test(value) ? null : mustBe(shape);
}

function mustBe(shape: FieldShape): string {
  if (shape.kind === 'text') return 'must be a text; put it in quotes';
  if (shape.kind === 'count') return 'must be a whole number from 1';
  if (shape.kind === 'choice') return `must be one of ${shape.of.join(', ')}`;
  return `must be ${shape.means}`;
}

/** What the level asks for is there, and what belongs to another level is not. */
function checkLevel(id: string, level: Level | undefined, node: Node, refuse: (message: string) => void): void {
  const has = new Set(node.kind === 'map' ? node.entries.map(({ key }) => key) : []);
  for (const name of FIELD_NAMES) {
    const { about, required, onlyAt = LEVELS } = RULE_FIELDS[name];
    const isRequired = level === undefined ? required === LEVELS : required.includes(level);
    if (isRequired && !has.has(name)) refuse(`${id} lacks ${name}: ${about}`);
    if (level !== undefined && !onlyAt.includes(level) && has.has(name))
      refuse(`${id} is of level ${level}, and ${name} belongs to level ${onlyAt.join(', ')}; leave it out`);
  }
  if (level !== undefined && id.startsWith('GAP-') !== (level === 'gap'))
    refuse(`${id}: ids of gaps, and only those, begin with GAP-`);
}
