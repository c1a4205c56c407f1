import { describe, expect, it } from 'vitest';
import { type Flags, UsageError } from '../../shared/command.ts';
import { sessionsOf, shardFlag } from './run-options.ts';

describe('--shard', () => {
  it('is a part written as 2/4', () => {
    expect([shardFlag(undefined, {}), shardFlag('2/4', {})]).toEqual([null, { index: 2, of: 4 }]);
  });

  it.each<[string, string, Record<string, string>, string]>([
    ['GitLab', 'auto', { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '4' }, '2/4'],
    ['CircleCI', 'auto', { CIRCLE_NODE_INDEX: '3', CIRCLE_NODE_TOTAL: '4' }, '4/4'],
    ['Buildkite', 'auto', { BUILDKITE_PARALLEL_JOB: '0', BUILDKITE_PARALLEL_JOB_COUNT: '3' }, '1/3'],
    ['Azure Pipelines', 'auto', { SYSTEM_JOBPOSITIONINPHASE: '1', SYSTEM_TOTALJOBSINPHASE: '2' }, '1/2'],
    ['Kubernetes', 'auto/4', { JOB_COMPLETION_INDEX: '0' }, '1/4'],
    ['GitLab, where fewer were asked for', 'auto/2', { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '4' }, '2/2'],
  ])('is the part that %s assigned to this process', (_, text, environment, expected) => {
    const { index, of } = shardFlag(text, environment) ?? {};
    expect(`${index}/${of}`).toBe(expected);
  });

  it.each<[string, string, Record<string, string>, string]>([
    ['it is no part', '5/4', {}, '--shard must be a part such as 1/4, the first of four, or auto, not 5/4'],
    ['no variable contains it', 'auto', { CI_NODE_TOTAL: '4' }, 'CI_NODE_INDEX (GitLab), CIRCLE_NODE_INDEX (CircleCI)'],
    [
      'the number of parts is missing',
      'auto',
      { JOB_COMPLETION_INDEX: '1' },
      'Kubernetes does not say how many parts there are',
    ],
    ['it is beyond', 'auto/4', { JOB_COMPLETION_INDEX: '4' }, 'JOB_COMPLETION_INDEX is 4: there is no such part of 4'],
  ])('is refused if %s', (_, text, environment, message) => {
    const flag = () => shardFlag(text, environment);
    expect(flag).toThrow(UsageError);
    expect(flag).toThrow(message);
  });
});

describe('--sessions', () => {
  it.each<[string, Flags, ReturnType<typeof sessionsOf>]>([
    ['as many as fit in a run of the whole suite', {}, 'fitting'],
    ['none in a run of a part', { only: ['auth'] }, 0],
    ['none in a run of certain groups', { groups: ['core'] }, 0],
    ['none if an older version judges', { 'as-of': '0.2.0' }, 0],
    ['none with your own suite', { suite: 'mine' }, 0],
    ['those that are asked for in a part', { only: ['auth'], sessions: '3' }, 3],
    ['as many as fit in a part', { only: ['auth'], sessions: 'fitting' }, 'fitting'],
    ['none if none are wanted', { sessions: '0' }, 0],
  ])('gives %s', (_, flags, expected) => expect(sessionsOf(flags)).toBe(expected));
});
