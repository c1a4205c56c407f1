import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { suiteFiles } from '../suite-files.ts';
import { scenarioSchema, setUpSchema } from './json-schema.ts';

const { scenarios, library } = suiteFiles();
const validates = {
  scenario: new Ajv2020({ allErrors: true, strictTypes: false, strictRequired: false }).compile(scenarioSchema()),
  setUp: new Ajv2020({ allErrors: true, strictTypes: false, strictRequired: false }).compile(setUpSchema()),
};

type File = { file: string; text: string };
const documentsOf = ({ text }: File) => parseAllDocuments(text).map((document) => document.toJS());

function mistakes(kind: keyof typeof validates, value: unknown): string[] {
  const validate = validates[kind];
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const scenarioMistakes = (text: string) => mistakes('scenario', parse(text));

const GOOD = `
scenario: jobs/read
covers: [JOB-READ-200]
requires: {keys: [primary], features: [job.cancel], drivers: clock}
matrix: {op: [skin.analyze, makeup.apply]}
given: [{use: lib/submit, op: "\${row.op}", as: job}]
defaults: {headers: {Accept: application/json}}
steps:
  - {id: read, call: "GET /v1/jobs/\${job.id}", expect: {JOB-READ-200: {status: 200, body.id: {is: id}}, status: 200}}
  - {drive: jobs.release, job: "\${job.id}"}
  - {twin_of: read, change: {path: /v1/jobs/other}, expect: "\${row.then}"}
  - {id: again, expect: {"\${row.rule}": "\${row.then}"}}
`;
const withStep = (step: string) => `${GOOD}  - ${step}\n`;

describe('The JSON Schema of scenarios', () => {
  it.each(scenarios.map((source) => [source.file, source] as const))('accepts %s', (_file, source) => {
    expect(documentsOf(source).flatMap((document) => mistakes('scenario', document))).toEqual([]);
  });

  it.each(library.map((source) => [source.file, source] as const))('accepts the set-ups of %s', (_file, source) => {
    expect(documentsOf(source).flatMap((document) => mistakes('setUp', document))).toEqual([]);
  });

  it('accepts every form of a step', () => {
    expect(scenarioMistakes(GOOD)).toEqual([]);
  });

  it.each([
    ['a field that does not exist', `${GOOD}step: []\n`, ' must NOT have additional properties'],
    ['no rule that it covers', GOOD.replace(/covers:.*/, ''), " must have required property 'covers'"],
    ['a name in capitals', GOOD.replace('jobs/read', 'Jobs'), '/scenario must match pattern'],
    ['a key of no role', GOOD.replace('[primary]', '[first]'), '/requires/keys'],
    ['a step of two kinds', withStep('{call: GET /v1/usage, poll: GET /v1/usage, until: {status: 200}}'), '/steps/4 '],
    ['a poll that never ends', withStep('{poll: GET /v1/usage}'), "/steps/4 must have required property 'until'"],
    ['a field of another kind', withStep('{call: GET /v1/usage, until: {status: 200}}'), '/steps/4 must NOT have'],
    ['a drive that does not exist', withStep('{drive: jobs.realease, job: x}'), '/steps/4/drive'],
    [
      'an operator that does not exist',
      withStep('{call: GET /, expect: {status: {inn: [200]}}}'),
      '/steps/4/expect/status',
    ],
    ['a path of nothing', withStep('{call: GET /, expect: {A-RULE: {bodi.id: 1}}}'), '/steps/4/expect/A-RULE'],
  ])('rejects %s', (_what, text, message) => {
    expect(scenarioMistakes(text).join('\n')).toContain(message);
  });

  it('distinguishes a set-up from a scenario', () => {
    expect(mistakes('setUp', parse(GOOD))).not.toEqual([]);
  });
});
