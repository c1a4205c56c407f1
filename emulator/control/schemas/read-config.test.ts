import { expect, it } from 'vitest';
import { BadInput } from '../../domain/values/bad-input.ts';
import { accountSchema } from './account-input.ts';
import { configSchema } from './config-input.ts';
import { parseConfig, parseNamedWorld, usualAccount } from './read-config.ts';
import { namedWorldSchema } from './world-input.ts';

it.each([{}, { clock: 'running', deviate: [] }, { seed: 'mine' }] as const)(
  'What is read without a schema is what the schema makes of it: %j',
  (input) => {
    expect(parseConfig(input)).toEqual(configSchema.parse(input));
    expect(parseNamedWorld({ ...input, deviate: [] })).toEqual(namedWorldSchema.parse(input));
  },
);

it('An account of names and secrets is what the schema makes of it', () => {
  const keys = [{ name: 'live', secret: 'pk_live_demo' }];
  expect(usualAccount('demo', keys)).toEqual(accountSchema.parse({ name: 'demo', keys }));
});

it.each([[null], [[]], ['x'], [{ seed: '' }], [{ clock: 'other' }], [{ deviate: 1 }], [{ hasOwnProperty: 'seed' }]])(
  'What is wrong is refused: %j',
  (input: unknown) => {
    expect(() => parseConfig(input)).toThrow(BadInput);
    expect(() => parseNamedWorld(input as never)).toThrow(BadInput);
  },
);
