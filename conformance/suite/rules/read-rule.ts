import { childOf, type MapEntry, type MapNode, plain } from '../yaml/node.ts';
import type { Problem } from '../yaml/problem.ts';
import { readAs } from '../yaml/read-as.ts';
import { LEVELS, type Rule } from './rule.ts';
import { AT_LEVELS, aboutField, FIELD_NAMES, RULE_ID, ruleFile } from './rule-fields.ts';
import { specSentences } from './spec-sentences.ts';

/** One row of the registry; null, and what is wrong with it, where it is no rule. */
export function readRule({ key: id, keyPlace: place, value: node }: MapEntry, problems: Problem[]): Rule | null {
  const own: Problem[] = [];
  const refuse = (message: string) => own.push({ place, message });
  if (!RULE_ID.test(id))
    refuse(`${id} is no id of a rule; write 2 to 32 capitals and digits with a - between, as JOB-404`);
  if (node.kind === 'map') for (const message of mistakesOfLevel(id, node)) refuse(message);
  else refuse(`${id} must be a map; write ${id}: {clause: …, level: …}`);
  const said = node.kind === 'map' ? readAs(ruleFile, node, `${id}: a rule`, own) : null;
  for (const problem of own) problems.push(problem);
  const { clause, level, group, says, ask = null, anchor = [], sentence = [], from = [] } = said ?? {};
  if (own.length > 0 || clause === undefined || level === undefined || group === undefined) return null;
  const {
    counter = null,
    why = null,
    open = null,
    because = null,
    reading = null,
    since = null,
    moments = null,
    disproves_off: disprovesOff = {},
  } = said ?? {};
  const sentences = sentence.flatMap(specSentences).map(({ anchor, text }) => ({ anchor, text }));
  return {
    id,
    clause,
    level,
    group,
    anchors: [...anchor, ...sentences.map((one) => one.anchor)],
    sentences,
    says: says ?? ask ?? '',
    ask,
    from,
    counter,
    why,
    spares: childOf(node, 'spares') ?? null,
    open,
    because,
    reading,
    since,
    moments,
    disprovesOff,
    place,
  };
}

/** What the level asks for is there, and what belongs to another level is not. */
function mistakesOfLevel(id: string, node: MapNode): string[] {
  const written = childOf(node, 'level');
  const level = LEVELS.find((one) => written !== undefined && one === plain(written));
  const has = new Set(node.entries.map(({ key }) => key));
  const mistakes = FIELD_NAMES.flatMap((name) => {
    const { required, onlyAt = LEVELS, or = name } = AT_LEVELS[name];
    const isRequired = level === undefined ? required === LEVELS : required.includes(level);
    if (isRequired && !has.has(name) && !has.has(or)) return [`${id} lacks ${name}: ${aboutField(name)}`];
    if (level === undefined || onlyAt.includes(level) || !has.has(name)) return [];
    return [`${id} is of level ${level}, and ${name} belongs to level ${onlyAt.join(', ')}; leave it out`];
  });
  if (has.has('spares') && has.has('open'))
    mistakes.push(`${id} has spares and open; leave open out where the lawful ways to break it are listed`);
  const isMisnamed = level !== undefined && id.startsWith('GAP-') !== (level === 'gap');
  return isMisnamed ? [...mistakes, `${id}: ids of gaps, and only those, begin with GAP-`] : mistakes;
}
