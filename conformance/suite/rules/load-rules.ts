import { basename } from 'node:path';
import { didYouMean } from '../../../shared/nearest.ts';
import { childOf, type MapEntry, type MapNode, plain } from '../../../shared/yaml/node.ts';
import { BadSource, type Problem, uniquely } from '../yaml/problem.ts';
import { readAs } from '../yaml/read-as.ts';
import { readDocuments, type SourceFile } from '../yaml/source-file.ts';
import {
  AT_LEVELS,
  aboutField,
  FIELD_NAMES,
  LEVELS,
  type Registry,
  RULE_ID,
  type Rule,
  type RuleRow,
  ruleFile,
  STATUS_FIELDS,
  STATUSES,
} from './rule.ts';
import { SPEC_ANCHORS } from './spec-anchors.ts';
import { specSentences } from './spec-sentences.ts';

/** Reads all files of the registry, and throws all mistakes at once. */
export function loadRules(files: readonly SourceFile[]): Registry {
  const problems: Problem[] = [];
  const rules = files
    .filter(({ file }) => basename(file) !== SPEC_ANCHORS)
    .flatMap((file) => entriesOf(file, problems))
    .flatMap((entry) => readRule(entry, problems) ?? []);
  const registry = uniquely(
    rules,
    ({ id }) => `rule ${id}`,
    problems,
    ({ id }) => id,
  );
  checkOrigins(registry, problems);
  if (problems.length > 0) throw new BadSource(problems);
  return registry;
}

function entriesOf(source: SourceFile, problems: Problem[]): MapEntry[] {
  const before = problems.length;
  const nodes = readDocuments(source, problems);
  const place = { file: source.file, line: 1, column: 1 };
  if (nodes.length === 0 && problems.length === before) problems.push({ place, message: 'there are no rules in it' });
  return nodes.flatMap((node) => {
    if (node.kind === 'map') return node.entries;
    problems.push({ place: node.place, message: 'a file of rules is a map; write RULE-ID: {clause: …, level: …}' });
    return [];
  });
}

function checkOrigins(registry: Registry, problems: Problem[]): void {
  for (const { id, from, presumes, place } of registry.values())
    for (const [field, says, others] of [
      ['from', 'follow from', from],
      ['presumes', 'presume', presumes],
    ] as const)
      for (const other of others) {
        if (other === id)
          problems.push({ place, message: `${id} cannot ${says} itself; name other rules under ${field}` });
        else if (!registry.has(other)) {
          const hint = didYouMean(other, [...registry.keys()]);
          problems.push({ place, message: `${id} names ${other} under ${field}, which does not exist${hint}` });
        }
      }
}

/** Reads one row of the registry. Returns null, and reports the problems, if it is not a rule. */
function readRule(entry: MapEntry, problems: Problem[]): Rule | null {
  const own: Problem[] = [];
  const row = readRow(entry, own);
  for (const problem of own) problems.push(problem);
  return own.length > 0 || row === null ? null : ruleOf(entry, row);
}

function readRow({ key: id, keyPlace: place, value: node }: MapEntry, problems: Problem[]): RuleRow | null {
  const refuse = (message: string) => problems.push({ place, message });
  if (!RULE_ID.test(id)) refuse(`${id} is not a rule id; use 3 to 32 capitals and digits with a -, such as JOB-404`);
  if (node.kind === 'map')
    for (const message of [...mistakesOfLevel(id, node), ...mistakesOfStatus(id, node)]) refuse(message);
  else refuse(`${id} must be a map; write ${id}: {clause: …, level: …}`);
  return node.kind === 'map' ? readAs(ruleFile, node, `${id}: a rule`, problems) : null;
}

function ruleOf({ key: id, keyPlace: place, value: node }: MapEntry, row: RuleRow): Rule | null {
  const { clause, level, group, says, anchor, sentence, from, presumes, spares: _, disproves_off, ...rest } = row;
  if (clause === null || level === null || group === null) return null;
  const sentences = (sentence ?? []).flatMap(specSentences).map(({ anchor: hash, text }) => ({ anchor: hash, text }));
  return {
    id,
    ...{ clause, level, group },
    anchors: [...(anchor ?? []), ...sentences.map((one) => one.anchor)],
    sentences,
    says: says ?? rest.ask ?? '',
    from: from ?? [],
    presumes: presumes ?? [],
    ...rest,
    spares: childOf(node, 'spares') ?? null,
    disprovesOff: disproves_off ?? {},
    place,
  };
}

/** Checks that the fields required at the level are present, and that those of other levels are absent. */
function mistakesOfLevel(id: string, node: MapNode): string[] {
  const written = childOf(node, 'level');
  const level = LEVELS.find((one) => written !== undefined && one === plain(written));
  const has = new Set(node.entries.map(({ key }) => key));
  const mistakes = FIELD_NAMES.flatMap((name) => {
    const { required = [], onlyAt = LEVELS, or = name } = AT_LEVELS[name] ?? {};
    const isRequired = level === undefined ? required === LEVELS : required.includes(level);
    if (isRequired && !has.has(name) && !has.has(or)) return [`${id} lacks ${name}: ${aboutField(name)}`];
    if (level === undefined || onlyAt.includes(level) || !has.has(name)) return [];
    return [`${id} is of level ${level}, and ${name} belongs to level ${onlyAt.join(', ')}; remove it`];
  });
  if (has.has('spares') && has.has('open'))
    mistakes.push(`${id} has spares and open; remove open, since the lawful exceptions are listed`);
  const isMisnamed = level !== undefined && id.startsWith('GAP-') !== (level === 'gap');
  return isMisnamed ? [...mistakes, `${id}: only ids of gaps start with GAP-, and all of them do`] : mistakes;
}

/** Checks that the field required by the status is present, and that those of other statuses are absent. */
function mistakesOfStatus(id: string, node: MapNode): string[] {
  const written = childOf(node, 'status');
  const status = written === undefined ? null : plain(written);
  return STATUSES.flatMap((one) => {
    const name = STATUS_FIELDS[one];
    const has = childOf(node, name) !== undefined;
    if (status === one && !has) return [`${id} is ${one} and lacks ${name}: ${aboutField(name)}`];
    return status !== one && has ? [`${id} has ${name}; add status: ${one}, or remove it`] : [];
  });
}
