import { expect, it } from 'vitest';
import { membersOf } from './config-parts.ts';

const source =
  'export type Options = Input & {\n  /** What it is. */\n  host?: string;\n};\nexport type Bare = {\n  port: number;\n};\n';

it('the members of a type are told with the comments above them', () => {
  expect(membersOf(source, 'Options')).toEqual([{ name: 'host', type: 'string', says: 'What it is.' }]);
  expect(() => membersOf(source, 'Bare')).toThrow('Bare.port has no comment');
  expect(() => membersOf(source, 'Other')).toThrow('there is no type Other');
});
