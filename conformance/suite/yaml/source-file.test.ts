import { expect, it } from 'vitest';
import { slashedPath } from './source-file.ts';

it('a Windows path is printed with slashes', () => {
  expect(slashedPath('scenarios\\jobs\\read.yaml', '\\')).toBe('scenarios/jobs/read.yaml');
});

it('a backslash in a name is kept on other systems', () => {
  expect(slashedPath('scenarios/odd\\name.yaml', '/')).toBe('scenarios/odd\\name.yaml');
});
