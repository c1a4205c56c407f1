import { expect, it } from 'vitest';
import { visiblePainted, wantsColors } from './colors.ts';

it.each([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: 'true' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
])('With %j, on a terminal %s, colors are printed: %s', (environment, isTerminal, wanted) => {
  expect(wantsColors(environment, isTerminal)).toBe(wanted);
});

it('A painted text keeps its color codes and contains no other terminal sequences', () => {
  expect(visiblePainted('\x1b[32mfine\x1b[0m\x1b[2J\x07')).toBe('\x1b[32mfine\x1b[0m\\u001b[2J\\u0007');
  expect(visiblePainted('\x1b[32mfine\x1b[0m', (part) => part.toUpperCase())).toBe('\x1b[32mFINE\x1b[0m');
});
