import { finding, type PassiveCheck, type PassiveFinding, type Sighting, UNDER_WAY } from './sighting.ts';

/** Which answers are to say when to come again. */
const WANTED: readonly (readonly [rule: string, wants: (sighting: Sighting) => boolean])[] = [
  ['SUBMIT-RETRY-AFTER', ({ route, status }) => route.name === 'submit' && status === 202],
  ['CANCEL-RETRY-AFTER', ({ route, status }) => route.name === 'cancel' && status === 202],
  [
    'RETRY-AFTER-POLL',
    ({ route, jobs }) => route.name === 'job' && jobs.some(({ value }) => UNDER_WAY.includes(value['status'])),
  ],
  ['RETRY-AFTER-429', ({ status }) => status === 429],
  ['RETRY-AFTER-503', ({ status }) => status === 503],
];

export const retryAfter: PassiveCheck = {
  rules: ['RETRY-AFTER-SECONDS', ...WANTED.map(([rule]) => rule)],
  start: () => (sighting) => {
    const told = sighting.view.header['retry-after'];
    const missing = { pointer: '/header/retry-after', expected: 'a number of seconds', seen: told };
    const wanted = WANTED.filter(([, wants]) => wants(sighting));
    return [...wanted.map(([rule]) => finding(rule, told === undefined ? [missing] : [])), ...inSeconds(told)];
  },
};

function inSeconds(told: string | undefined): PassiveFinding[] {
  if (told === undefined) return [];
  const wrong = { pointer: '/header/retry-after', expected: 'a whole number of seconds', seen: told };
  return [finding('RETRY-AFTER-SECONDS', /^\d+$/.test(told) ? [] : [wrong])];
}
