import { basename, dirname, join, relative, resolve } from 'node:path';
import { SUITE_FILE } from '../suite/own/suite-file.ts';
import { slashedPath } from '../suite/yaml/source-file.ts';

type NewFile = { file: string; text: string };

/** The files of a suite that extends the built-in one: one rule, and everything that it needs. */
export function newSuite(folder: string): NewFile[] {
  const name = nameOf(folder);
  const rule = `${name.toUpperCase().slice(0, MOST_OF_NAME).replace(/-+$/, '')}-COUNTED-AT`;
  const file = (path: string, kind: string | null, text: string): NewFile => {
    const at = slashedPath(join(folder, path));
    return { file: at, text: kind === null ? text : schemaComment(at, kind) + text };
  };
  return [
    file(SUITE_FILE, 'suite', suiteText(name, rule)),
    file('spec.md', null, `# 1 Usage\n\n${SENTENCE}\n`),
    file(`rules/${name}.yaml`, 'rules', ruleText(rule)),
    file(`scenarios/${name}/counted-at.yaml`, 'scenario', scenarioText(name, rule)),
  ];
}

/** A rule id has at most 32 characters. */
const MOST_OF_NAME = 20;

function nameOf(folder: string): string {
  const letters = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return /^[a-z]/.test(letters) ? letters : `suite-${letters}`.replace(/-$/, '');
}

const SENTENCE = 'The answer to a read of the usage has a header `X-Counted-At`: the instant at which it was counted.';

function suiteText(name: string, rule: string): string {
  return `extends: tryon-kit
name: ${name} # --only ${name} runs its scenarios alone
version: "0.1.0"
spec: spec.md # trace compares its sentences with those of the rules

# What the emulator does beside the specification once the draft holds: run --emulator and prove have it on.
draft:
  - id: counted-at
    match: {route: GET /v1/usage, status: 200}
    set: {header.X-Counted-At: "2026-01-31T12:00:00Z"}

# Ways to break the rules. prove shows that each is caught.
deviations:
  - {id: no-counted-at, breaks: ${rule}, without: counted-at}
  - {id: counted-at-noon, breaks: ${rule}, match: {route: GET /v1/usage}, set: {header.X-Counted-At: noon}}
`;
}

function ruleText(rule: string): string {
  return `${rule}:
  clause: "1"
  level: must
  group: core
  sentence: ${JSON.stringify(SENTENCE)}
  says: "a read of the usage has X-Counted-At with the time of counting"
`;
}

function scenarioText(name: string, rule: string): string {
  return `scenario: ${name}/counted-at
about: the usage says when it was counted
covers: [${rule}]
steps:
  - {id: usage, call: GET /v1/usage, expect: {${rule}: {status: 200, header.X-Counted-At: {is: datetime}}}}
`;
}

/**
 * The line with the schema of a file for editors. Editors resolve the path from the file; packages are installed in
 * the current folder.
 */
export function schemaComment(file: string, kind: string): string {
  const up = slashedPath(relative(resolve(dirname(file)), resolve('.'))) || '.';
  return `# yaml-language-server: $schema=${up}/node_modules/tryon-kit/scenarios/schema/${kind}.schema.json\n`;
}
