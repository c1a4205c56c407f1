import { describe, expect, it } from 'vitest';
import { openQuestion } from '../../conformance/testing/open-question.ts';
import { alone, baseName, choicesOf, chosenOf, marksOf, refusalAlone, serverOptions } from './choices.ts';
import { SMALL_TABLE } from './small-table.ts';

const choices = choicesOf(SMALL_TABLE);
const named = (name: string) => choices.filter((choice) => choice.name === name);

describe('The choices that are tried', () => {
  it('are all of each question but the usual one, where it can be set', () => {
    const names = ['size=1', 'size=2', 'limit=1', 'codes.gone=AWAY', 'kept=7200000'];
    expect(choices.map(({ name }) => name)).toEqual(names);
  });

  it('are the default too where the servers of the proof choose something else', () => {
    const clock = openQuestion('signature_clock', { choices: ['wall', 'virtual'], default: 'wall' });
    expect(choicesOf([clock]).map(({ name }) => name)).toEqual(['signature_clock=wall']);
  });

  it('have the marks that the table gives them', () => {
    expect(named('codes.gone=AWAY').map(marksOf)).toEqual([['FIRST-RULE']]);
    expect(named('size=1').map(marksOf)).toEqual([[]]);
  });

  it('have beside them what they need to show, and are compared with a server that has just that', () => {
    const kind = openQuestion('kind', { shows_with: { size: 2, kept: '2h' } });
    const [choice] = choicesOf([...SMALL_TABLE, kind]).filter(({ name }) => name === 'kind=1');
    expect(choice && alone(choice)).toEqual({ size: 2, kept: 7_200_000, kind: 1 });
    expect(choice && baseName(choice)).toBe('size=2 with kept=7200000');
    expect(named('size=1').map(alone)).toEqual([{ size: 1 }]);
    expect(named('size=1').map(baseName)).toEqual(['emulator']);
  });

  it('are refused alone where they make no sense with what is usual', () => {
    const reasons = choices.map((choice) => refusalAlone(SMALL_TABLE, choice)).filter((reason) => reason !== null);
    expect(reasons).toEqual(['kept 7200000 makes no sense while size is 0: nothing is there to keep']);
  });

  it('are passed to a server as a configuration has them, with a clock that signatures follow', () => {
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
