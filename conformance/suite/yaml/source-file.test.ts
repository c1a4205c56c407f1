import { expect, it } from 'vitest';
import { slashedPath } from './source-file.ts';

it('shows a path of Windows with slashes', () => {
  expect(slashedPath('scenarios\\jobs\\read.yaml', '\\')).toBe('scenarios/jobs/read.yaml');
});

it('leaves a backslash that is part of a name elsewhere', () => {
  expect(slashedPath('scenarios/odd\\name.yaml', '/')).toBe('scenarios/odd\\name.yaml');
});
