import { type Node, type Place, plain } from '../suite/yaml/node.ts';
import { BadSource } from '../suite/yaml/problem.ts';
import { readFields } from '../suite/yaml/read-fields.ts';
import { readYaml } from '../suite/yaml/read-yaml.ts';
import { readDrivers } from './read-drivers.ts';
import { readKeys } from './read-keys.ts';
import { readSettings } from './read-settings.ts';
import { addressOf, type Environment, fieldsOf, type Reading, refuse, textOf } from './reading.ts';
import { DEFAULT_DATA, type Target } from './target.ts';

const PARTS = {
  target: { about: 'the server: its base_url, and how the report calls it', form: 'value', required: true },
  ...fieldsOf({
    keys: 'API keys by what they stand for',
    features: 'what the server has: on, off or auto',
    drivers: 'what the tester may do that the API cannot',
    budget: 'limits of a run',
    timeouts: 'how long to wait',
    hair: 'names in the body of a hair try-on',
  }),
} as const;

const TARGET_FIELDS = {
  base_url: { about: 'where its API begins', form: 'value', required: true },
  ...fieldsOf({
    name: 'how the report calls it',
    version: 'of the server, for the report',
    spec: 'the version of the specification that it follows',
    data: 'values for the scenarios',
  }),
} as const;

/** Reads a target.yaml. Every mistake is told at once, with its place and what to do about it. */
export function readTarget(file: string, text: string, env: Environment): Target {
  const reading: Reading = { env, problems: [], warnings: [] };
  const [document, more] = readYaml(file, text);
  const start: Place = { file, line: 1, column: 1 };
  if (document === undefined) throw new BadSource([{ place: start, message: NOTHING }]);
  if (more !== undefined) refuse(reading, more.place, 'a target is one document; give each server a file of its own');
  const parts = readFields(document, PARTS, 'a target file', reading.problems);
  const target: Target = {
    ...readServer(parts['target'], reading),
    keys: readKeys(parts['keys'], reading),
    drivers: readDrivers(parts['drivers'], reading),
    ...readSettings(parts, reading),
    warnings: reading.warnings,
  };
  if (reading.problems.length > 0) throw new BadSource(reading.problems);
  return target;
}

const NOTHING = 'there is no target in this file; tryon-conformance init URL writes one';

type Server = Pick<Target, 'name' | 'version' | 'base_url' | 'spec' | 'data'>;

function readServer(node: Node | undefined, reading: Reading): Server {
  const read = node === undefined ? {} : readFields(node, TARGET_FIELDS, 'target', reading.problems);
  const base_url = addressOf(read['base_url'], 'target.base_url', reading) ?? '';
  if (read['base_url'] !== undefined && /\/v1$/.test(base_url))
    refuse(reading, read['base_url'].place, `target.base_url must end before /v1: write ${base_url.slice(0, -3)}`);
  const { data } = read;
  if (data !== undefined && data.kind !== 'map') refuse(reading, data.place, 'target.data must be a map');
  return {
    name: textOf(read['name'], 'target.name', reading) ?? hostOf(base_url),
    version: textOf(read['version'], 'target.version', reading),
    base_url,
    spec: textOf(read['spec'], 'target.spec', reading),
    data: { ...DEFAULT_DATA, ...(data?.kind === 'map' && (plain(data) as object)) },
  };
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'target';
}
