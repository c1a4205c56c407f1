import { describe, expect, it } from 'vitest';
import { openQuestion } from '../../conformance/testing/open-question.ts';
import { alone, baseName, choicesOf, chosenOf, marksOf, refusalAlone, serverOptions } from './choices.ts';
import { SMALL_TABLE } from './small-table.ts';

const choices = choicesOf(SMALL_TABLE);
const named = (name: string) => choices.filter((choice) => choice.name === name);

describe('The tried choices', () => {
  it('are all choices of each settable question except the usual one', () => {
    const names = ['size=1', 'size=2', 'limit=1', 'codes.gone=AWAY', 'kept=7200000'];
    expect(choices.map(({ name }) => name)).toEqual(names);
  });

  it('include the default if the servers of the proof use another choice', () => {
    const clock = openQuestion('signature_clock', { choices: ['wall', 'virtual'], default: 'wall' });
    expect(choicesOf([clock]).map(({ name }) => name)).toEqual(['signature_clock=wall']);
  });

  it('have the marks from the table', () => {
    expect(named('codes.gone=AWAY').map(marksOf)).toEqual([['FIRST-RULE']]);
    expect(named('size=1').map(marksOf)).toEqual([[]]);
  });

  it('come with the choices that they need to be visible, and are compared with a server that has only these', () => {
    const kind = openQuestion('kind', { shows_with: { size: 2, kept: '2h' } });
    const [choice] = choicesOf([...SMALL_TABLE, kind]).filter(({ name }) => name === 'kind=1');
    expect(choice && alone(choice)).toEqual({ size: 2, kept: 7_200_000, kind: 1 });
    expect(choice && baseName(choice)).toBe('size=2 with kept=7200000');
    expect(named('size=1').map(alone)).toEqual([{ size: 1 }]);
    expect(named('size=1').map(baseName)).toEqual(['emulator']);
  });

  it('are refused alone if they conflict with the usual choices', () => {
    const reasons = choices.map((choice) => refusalAlone(SMALL_TABLE, choice)).filter((reason) => reason !== null);
    expect(reasons).toEqual(['kept 7200000 makes no sense while size is 0: nothing is there to keep']);
  });

  it('are passed to a server as in a configuration, with signatures on the virtual clock', () => {
    expect(serverOptions(chosenOf([...named('size=1'), ...named('codes.gone=AWAY')]))).toEqual({
      readings: { signature_clock: 'virtual', size: 1, codes: { gone: 'AWAY' } },
      stages: {},
    });
    expect(serverOptions({ signature_clock: 'wall', 'stages.queued': 0 })).toEqual({
      readings: { signature_clock: 'wall' },
      stages: { queued: 0 },
    });
  });
});
