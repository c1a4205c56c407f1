import { expect, it } from 'vitest';
import { isEnumeration } from '../../../shared/questions/question.ts';
import { READING_QUESTIONS } from '../../domain/readings.ts';
import { BadInput } from '../../domain/values/bad-input.ts';
import { accountSchema } from './account-input.ts';
import { type ConfigInput, configSchema } from './config-input.ts';
import { parseConfig, parseNamedWorld, usualAccount } from './read-config.ts';
import { type NamedWorldInput, namedWorldSchema } from './world-input.ts';

it.each<ConfigInput>([
  {},
  { clock: 'running', deviate: [] },
  { seed: 'mine' },
  { readings: { upload_status: 200, input_content: 'serve' } },
  { readings: { key_of_expired_job: 'new_job' }, clock: 'frozen' },
])('Reading without a schema has the same result as the schema: %j', (input) => {
  expect(parseConfig(input)).toEqual(configSchema.parse(input));
  expect(parseNamedWorld({ ...input, deviate: [] } as NamedWorldInput)).toEqual(namedWorldSchema.parse(input));
});

it('Each listed choice of each question is accepted or refused as by the schema', () => {
  const outcomeOf = (parse: () => { readings: object }) => {
    try {
      return parse().readings;
    } catch {
      return 'refused';
    }
  };
  for (const { name, choices } of READING_QUESTIONS)
    for (const choice of isEnumeration(choices) && !name.includes('.') ? choices : []) {
      const input = { readings: { [name]: choice } };
      expect([input, outcomeOf(() => parseConfig(input))]).toEqual([input, outcomeOf(() => configSchema.parse(input))]);
    }
});

it('An account of names and secrets has the same result as with the schema', () => {
  const keys = [{ name: 'live', secret: 'pk_live_demo' }];
  expect(usualAccount('demo', keys)).toEqual(accountSchema.parse({ name: 'demo', keys }));
});

it.each([
  [null],
  [[]],
  ['x'],
  [{ seed: '' }],
  [{ clock: 'other' }],
  [{ deviate: 1 }],
  [{ hasOwnProperty: 'seed' }],
  [{ readings: { upload_status: 999 } }],
  [{ readings: { no_such_question: 1 } }],
  [{ readings: [] }],
])('Invalid input is refused: %j', (input: unknown) => {
  expect(() => parseConfig(input)).toThrow(BadInput);
  expect(() => parseNamedWorld(input as never)).toThrow(BadInput);
});
