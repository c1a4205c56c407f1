/** A request that is good for nothing, and what it may be answered: the first is what the emulator answers. */
type Odd = {
  rule: string;
  call: string;
  key?: 'none';
  headers?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  lawful: readonly number[];
};

const JOB = '/v1/jobs/${id}';
const withKey = (secret: string): Pick<Odd, 'key' | 'headers' | 'lawful' | 'rule'> => ({
  rule: 'AUTH-401',
  key: 'none',
  headers: { 'X-API-Key': secret },
  lawful: [401],
});
/** The key with another character at a place. */
function anotherAt(place: string): string {
  const own = `slice(secret, ${place}, ${place} + 1)`;
  return `\${slice(secret, 0, ${place})}\${${own} == 'x' ? 'y' : 'x'}\${slice(secret, ${place} + 1)}`;
}
/** An id may be refused for its form. */
const notFound = { lawful: [404, 400, 414, 431], rule: 'JOB-404' };
const noPath = { lawful: [404], rule: 'PATH-404' };

/** By names; `id` is that of a job or an asset that is there, `secret` the primary key. */
const ODD: Readonly<Record<string, Odd>> = {
  'an unknown path': { call: 'GET /v1/no-such-thing', ...noPath },
  'a path below a job': { call: `GET ${JOB}/no-such-thing`, ...noPath },
  'a head of an unknown path': { call: 'HEAD /v1/no-such-thing', ...noPath },
  'the key in the query': {
    call: `GET ${JOB}`,
    key: 'none',
    query: { 'X-API-Key': '${secret}', api_key: '${secret}', key: '${secret}' },
    lawful: [401, 400],
    rule: 'AUTH-QUERY-401',
  },
  'the key as a bearer': {
    call: `GET ${JOB}`,
    key: 'none',
    headers: { Authorization: 'Bearer ${secret}' },
    lawful: [401],
    rule: 'AUTH-BEARER-401',
  },
  'the key behind a scheme': { call: `GET ${JOB}`, ...withKey('Bearer ${secret}') },
  'a longer key': { call: `GET ${JOB}`, ...withKey('${secret}x') },
  'a shorter key': { call: `GET ${JOB}`, ...withKey('${slice(secret, 0, len(secret) - 1)}') },
  'a key with another end': { call: `GET ${JOB}`, ...withKey(anotherAt('len(secret) - 1')) },
  'a key with another middle': { call: `GET ${JOB}`, ...withKey(anotherAt('len(secret) - 5')) },
  'the key in capitals': { call: `GET ${JOB}`, ...withKey('${upper(secret)}') },
  'another end of an id': { call: `GET ${JOB}.json`, ...notFound },
  'more behind an id': { call: `GET ${JOB}~`, ...notFound },
  'an id beyond ascii': { call: `GET ${JOB}é`, ...notFound },
  'an asset with more behind its id': { call: 'GET /v1/assets/${id}~', ...notFound, rule: 'ASSET-404' },
  'an asset with an id beyond ascii': { call: 'GET /v1/assets/${id}é', ...notFound, rule: 'ASSET-404' },
};

/** Changes that name nothing: an id with more behind it is that of something else. */
const ODD_CHANGES: Readonly<Record<string, Odd>> = {
  'a cancel with more behind the id': { call: `POST ${JOB}~/cancel`, ...notFound, rule: 'CANCEL-404' },
  'a deletion of a job with more behind its id': { call: `DELETE ${JOB}~`, ...notFound, rule: 'JOB-DELETE-404' },
  'a deletion of a job with another end of its id': { call: `DELETE ${JOB}.json`, ...notFound, rule: 'JOB-DELETE-404' },
};

/** With a key that may not see what they name: `picture` is that of a result. */
const HEADS: Readonly<Record<string, Odd>> = {
  'a head of a job': { call: `HEAD ${JOB}`, lawful: [401, 403, 404, 405], rule: 'AUTH-EVERY-ROUTE' },
  'a head of an asset': { call: 'HEAD /v1/assets/${id}', lawful: [401, 403, 404, 405], rule: 'AUTH-EVERY-ROUTE' },
  'a head of a picture': {
    ...{ call: 'HEAD /v1/assets/${picture}/content', lawful: [401, 403, 404, 405], rule: 'ISOLATION-NOTHING' },
  },
};

export const ODD_REQUESTS = Object.keys(ODD);
export const ALL_ODD_REQUESTS = [...ODD_REQUESTS, ...Object.keys(ODD_CHANGES)];

export function oddOf(request: string): Odd {
  const odd = ODD[request] ?? ODD_CHANGES[request] ?? HEADS[request];
  if (odd === undefined) throw new Error(`there is no odd request ${request}`);
  return odd;
}

/** Which it is about. */
export function isOfAsset(request: string): boolean {
  return oddOf(request).call.includes('/v1/assets/');
}
