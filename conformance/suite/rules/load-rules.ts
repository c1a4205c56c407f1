import { basename } from 'node:path';
import { didYouMean } from '../../../shared/nearest.ts';
import type { MapEntry, Place } from '../yaml/node.ts';
import { BadSource, type Problem } from '../yaml/problem.ts';
import { documentsOf, type SourceFile } from '../yaml/source-file.ts';
import { readRule } from './read-rule.ts';
import type { Registry, Rule } from './rule.ts';
import { SPEC_ANCHORS } from './spec-anchors.ts';

/** Reads all files of the registry, and throws every mistake in them at once. */
export function loadRules(files: readonly SourceFile[]): Registry {
  const problems: Problem[] = [];
  const rules = files
    .filter(({ file }) => basename(file) !== SPEC_ANCHORS)
    .flatMap((file) => entriesOf(file, problems))
    .flatMap((entry) => readRule(entry, problems) ?? []);
  const registry = byId(rules, problems);
  checkOrigins(registry, problems);
  if (problems.length > 0) throw new BadSource(problems);
  return registry;
}

function entriesOf(source: SourceFile, problems: Problem[]): MapEntry[] {
  try {
    const nodes = documentsOf(source);
    const place = { file: source.file, line: 1, column: 1 };
    if (nodes.length === 0) problems.push({ place, message: 'there are no rules in it' });
    return nodes.flatMap((node) => {
      if (node.kind === 'map') return node.entries;
      problems.push({ place: node.place, message: 'a file of rules is a map; write RULE-ID: {clause: …, level: …}' });
      return [];
    });
  } catch (error) {
    if (!(error instanceof BadSource)) throw error;
    for (const problem of error.problems) problems.push(problem);
    return [];
  }
}

function byId(rules: readonly Rule[], problems: Problem[]): Map<string, Rule> {
  const registry = new Map<string, Rule>();
  for (const rule of rules) {
    const first = registry.get(rule.id);
    if (first === undefined) registry.set(rule.id, rule);
    else
      problems.push({
        place: rule.place,
        message: `there is a rule ${rule.id} already, at ${shortPlace(first.place)}`,
      });
  }
  return registry;
}

function checkOrigins(registry: Registry, problems: Problem[]): void {
  for (const { id, from, place } of registry.values())
    for (const origin of from) {
      if (origin === id)
        problems.push({ place, message: `${id} cannot follow from itself; name other rules under from` });
      else if (!registry.has(origin)) {
        const hint = didYouMean(origin, [...registry.keys()]);
        problems.push({ place, message: `${id} follows from ${origin}, and there is no such rule${hint}` });
      }
    }
}

function shortPlace({ file, line }: Place): string {
  return `${file}:${line}`;
}
