import { finding, isDatetime, type PassiveCheck, type Seen, type Sighting } from './sighting.ts';

const OF_JOBS = ['created_at', 'updated_at', 'completed_at', 'expires_at'];
const OF_ASSETS = ['created_at', 'expires_at'];

/** Every documented time that is there. Whether one is missing is the matter of its own field. */
export const times: PassiveCheck = {
  rules: ['TIME-UTC'],
  start: () => (sighting) => {
    const told = timesOf(sighting).filter(({ value }) => value !== null && value !== undefined);
    if (told.length === 0) return [];
    const wrong = told.filter(({ value }) => !isDatetime(value));
    const expected = 'an ISO 8601 time in UTC';
    return [
      finding(
        'TIME-UTC',
        wrong.map(({ pointer, value }) => ({ pointer, expected, seen: value })),
      ),
    ];
  },
};

function timesOf({ jobs, assets, results, route, status, view }: Sighting): { pointer: string; value: unknown }[] {
  const balance = route.name === 'balance' && status === 200 ? [{ value: Object(view.body), pointer: '/body' }] : [];
  return [
    ...jobs.flatMap(fieldsOf(OF_JOBS)),
    ...assets.flatMap(fieldsOf(OF_ASSETS)),
    ...results.flatMap(fieldsOf(['expires_at'])),
    ...balance.flatMap(fieldsOf(['as_of'])),
  ];
}

function fieldsOf(names: readonly string[]) {
  return ({ value, pointer }: Seen) => names.map((name) => ({ pointer: `${pointer}/${name}`, value: value[name] }));
}
