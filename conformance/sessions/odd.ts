/** A useless request with its lawful answers: the first is the answer of the emulator. */
type Odd = {
  rule: string;
  call: string;
  key?: 'none';
  headers?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  lawful: readonly number[];
};

const JOB = '/v1/jobs/${the.id}';
const withKey = (secret: string): Pick<Odd, 'key' | 'headers' | 'lawful' | 'rule'> => ({
  rule: 'AUTH-401',
  key: 'none',
  headers: { 'X-API-Key': secret },
  lawful: [401],
});
/** The key with another character at a place. */
function anotherAt(place: string): string {
  const own = `slice(the.secret, ${place}, ${place} + 1)`;
  return `\${slice(the.secret, 0, ${place})}\${${own} == 'x' ? 'y' : 'x'}\${slice(the.secret, ${place} + 1)}`;
}
/** An id may be refused for its form. */
const NOT_FOUND = [404, 400, 414, 431];
const noPath = { lawful: [404], rule: 'PATH-404' };

/** By name; `the.id` is the id of an existing job or asset, `the.secret` the primary key. */
const ODD: Readonly<Record<string, Odd>> = {
  'an unknown path': { call: 'GET /v1/no-such-thing', ...noPath },
  'a path below a job': { call: `GET ${JOB}/no-such-thing`, ...noPath },
  'a head of an unknown path': { call: 'HEAD /v1/no-such-thing', ...noPath },
  'the key in the query': {
    call: `GET ${JOB}`,
    key: 'none',
    query: { 'X-API-Key': '${the.secret}', api_key: '${the.secret}', key: '${the.secret}' },
    lawful: [401, 400],
    rule: 'AUTH-QUERY-401',
  },
  'the key as a bearer': {
    call: `GET ${JOB}`,
    key: 'none',
    headers: { Authorization: 'Bearer ${the.secret}' },
    lawful: [401],
    rule: 'AUTH-BEARER-401',
  },
  'the key behind a scheme': { call: `GET ${JOB}`, ...withKey('Bearer ${the.secret}') },
  'a longer key': { call: `GET ${JOB}`, ...withKey('${the.secret}x') },
  'a shorter key': { call: `GET ${JOB}`, ...withKey('${slice(the.secret, 0, len(the.secret) - 1)}') },
  'a key with another end': { call: `GET ${JOB}`, ...withKey(anotherAt('len(the.secret) - 1')) },
  'a key with another middle': { call: `GET ${JOB}`, ...withKey(anotherAt('len(the.secret) - 5')) },
  'the key in capitals': { call: `GET ${JOB}`, ...withKey('${upper(the.secret)}') },
};

/** What names a job or an asset in its path. */
const NAMING: Readonly<Record<string, Omit<Odd, 'lawful'> & Partial<Odd>>> = {
  'a read of a job': { call: `GET ${JOB}`, rule: 'JOB-404' },
  'a read of an asset': { call: 'GET /v1/assets/${the.id}', rule: 'ASSET-404' },
};
const CHANGING: typeof NAMING = {
  'a cancel': { call: `POST ${JOB}/cancel`, rule: 'CANCEL-404' },
  'a deletion of a job': { call: `DELETE ${JOB}`, rule: 'JOB-DELETE-404' },
  'a deletion of an asset': {
    call: 'DELETE /v1/assets/${the.id}',
    rule: 'ASSET-DELETE-404',
    lawful: [204, ...NOT_FOUND],
  },
};
/** An id with more behind it names nothing; where a server counts its ids, a shorter one may name another thing. */
const ALTERED: Readonly<Record<string, string>> = {
  'more behind the id': '${the.id}~',
  'an ending behind the id': '${the.id}.json',
  'a dot behind the id': '${the.id}.',
  'an id beyond ascii': '${the.id}é',
};
const altered = (naming: typeof NAMING): Record<string, Odd> =>
  Object.fromEntries(
    Object.entries(naming).flatMap(([name, odd]) =>
      Object.entries(ALTERED).map(([how, id]) => [
        `${name} with ${how}`,
        { lawful: NOT_FOUND, ...odd, call: odd.call.replace('${the.id}', id) },
      ]),
    ),
  );

const ODD_READS = { ...ODD, ...altered(NAMING) };
const ODD_CHANGES = altered(CHANGING);

/** With a key that may not see the named objects: `the.picture` is the id of a result. */
const HEADS: Readonly<Record<string, Odd>> = {
  'a head of a job': { call: `HEAD ${JOB}`, lawful: [401, 403, 404, 405], rule: 'AUTH-EVERY-ROUTE' },
  'a head of an asset': { call: 'HEAD /v1/assets/${the.id}', lawful: [401, 403, 404, 405], rule: 'AUTH-EVERY-ROUTE' },
  'a head of a picture': {
    ...{ call: 'HEAD /v1/assets/${the.picture}/content', lawful: [401, 403, 404, 405], rule: 'ISOLATION-NOTHING' },
  },
};

const ELSEWHERE: Readonly<Record<string, Odd>> = {
  'the usage without its version': { call: 'GET /usage', lawful: [404], rule: 'PATHS-V1-ALONE' },
  'a read without its version': { call: 'GET /jobs/${the.id}', lawful: [404], rule: 'PATHS-V1-ALONE' },
};

/** A part of a result, which a server may serve whole. */
export const PART = 'a part of a picture';
const PARTS: Readonly<Record<string, Odd>> = {
  [PART]: {
    ...{ call: 'GET /v1/assets/${the.picture}/content', headers: { Range: 'bytes=0-9' } },
    ...{ lawful: [200, 206], rule: 'RESULT-CONTENT-200' },
  },
};

export const ODD_REQUESTS = Object.keys(ODD_READS);
export const ALL_ODD_REQUESTS = [...ODD_REQUESTS, ...Object.keys(ODD_CHANGES), ...Object.keys(ELSEWHERE)];
const ALL = { ...ODD_READS, ...ODD_CHANGES, ...ELSEWHERE, ...HEADS, ...PARTS };

export function oddOf(request: string): Odd {
  const odd = ALL[request];
  if (odd === undefined) throw new Error(`there is no odd request ${request}`);
  return odd;
}

/** Which it is about. */
export function isOfAsset(request: string): boolean {
  return oddOf(request).call.includes('/v1/assets/');
}
