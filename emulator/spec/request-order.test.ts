import { describe, expect, it } from 'vitest';
import { emulatorFor, facePng } from '../testing/client.ts';
import { itShows, makeup, outcomes } from '../testing/play.ts';
import { invalid, refusal, refusalOf } from '../testing/steps.ts';

/** A valid submission, in the parts that can be wrong. */
const GOOD = {
  unusable: false,
  outside: false,
  scopeless: false,
  padding: 0,
  contentType: 'application/json',
  truncated: false,
  concerns: ['acne'],
  idempotencyKey: 'fresh' as string | null,
  input: 'there' as 'there' | 'unknown' | 'expired',
  poor: false,
  full: false,
};
type Draft = typeof GOOD;
type Fault = { name: string; rank: number; draft: Partial<Draft>; answer: ReturnType<typeof refusal> };

/** Reading 20: the checks of a submission in their order, and the answer to each fault alone. */
const FAULTS: Fault[] = [
  { name: 'an unusable key', rank: 1, draft: { unusable: true }, answer: refusal(401, 'INVALID_API_KEY') },
  { name: 'a foreign network', rank: 2, draft: { outside: true }, answer: refusal(403, 'API_KEY_IP_NOT_ALLOWED') },
  { name: 'a missing scope', rank: 3, draft: { scopeless: true }, answer: refusal(403, 'INSUFFICIENT_SCOPE') },
  { name: 'a large body', rank: 4, draft: { padding: 2_000 }, answer: refusal(413, 'PAYLOAD_TOO_LARGE') },
  { name: 'a wrong type', rank: 5, draft: { contentType: 'text/plain' }, answer: invalid('Content-Type') },
  { name: 'a broken body', rank: 6, draft: { truncated: true }, answer: invalid('body') },
  { name: 'a wrong field', rank: 7, draft: { concerns: ['beauty'] }, answer: invalid('concerns[0]') },
  { name: 'no Idempotency-Key', rank: 8, draft: { idempotencyKey: null }, answer: invalid('Idempotency-Key') },
  {
    name: 'a claimed Idempotency-Key',
    rank: 9,
    draft: { idempotencyKey: 'claimed' },
    answer: refusal(409, 'IDEMPOTENCY_KEY_REUSED'),
  },
  {
    name: 'the key of a deleted job',
    rank: 9,
    draft: { idempotencyKey: 'deleted' },
    answer: refusal(410, 'JOB_DELETED'),
  },
  { name: 'an unknown input', rank: 10, draft: { input: 'unknown' }, answer: refusal(404, 'ASSET_NOT_FOUND') },
  { name: 'an expired input', rank: 10, draft: { input: 'expired' }, answer: refusal(410, 'ASSET_EXPIRED') },
  { name: 'too few credits', rank: 11, draft: { poor: true }, answer: refusal(402, 'INSUFFICIENT_CREDITS') },
  { name: 'a used quota', rank: 12, draft: { full: true }, answer: refusal(429, 'RATE_LIMITED') },
];

/** Two faults can be in one request unless both affect the same part of it. */
function canMeet(first: Fault, second: Fault): boolean {
  const parts = ({ draft }: Fault) => Object.keys(draft).map((part) => BODY_PARTS[part] ?? part);
  return first.rank < second.rank && !parts(first).some((part) => parts(second).includes(part));
}

/** The part that a body with this fault cannot express. */
const BODY_PARTS: Record<string, string> = { truncated: 'content', concerns: 'content' };

const PAIRS = FAULTS.flatMap((first) =>
  FAULTS.filter((second) => canMeet(first, second)).map((second) => [first.name, second.name, first, second] as const),
);

const secretOf = ({ unusable, outside, scopeless }: Pick<Draft, 'unusable' | 'outside' | 'scopeless'>) =>
  `pk_live_${[unusable && 'unusable', outside && 'outside', scopeless && 'scopeless'].filter(Boolean).join('_') || 'good'}`;

const BOTH = [false, true];
const KEYS = BOTH.flatMap((unusable) =>
  BOTH.flatMap((outside) =>
    BOTH.map((scopeless) => ({
      secret: secretOf({ unusable, outside, scopeless }),
      revoked_at: unusable ? '2025-01-01T00:00:00Z' : null,
      networks: outside ? ['203.0.113.0/24'] : null,
      ...(scopeless && { scopes: [] }),
    })),
  ),
);

/** A world with an expired input, a usable one and two jobs, which have used up the credits or the quota. */
async function makeWorld({ poor, full }: { poor: boolean; full: boolean }) {
  const { emulator, client } = await emulatorFor({
    readings: {
      submit_max_bytes: 1_000,
      upload_max_bytes: 1_000,
      input_retention: '1h',
      daily_quota: { live: { 'skin.analyze': full ? 2 : 99 } },
    },
    accounts: [{ name: 'demo', credits: { granted: poor ? 2 : 99 }, keys: KEYS }],
  });
  const key = secretOf(GOOD);
  const expired = await client.upload({ key });
  await emulator.clock.advance('1h');
  const there = await client.upload({ key });
  await client.submitOn('skin.analyze', { key, idempotencyKey: 'claimed' });
  const deleted = await client.submitOn('skin.analyze', { key, idempotencyKey: 'deleted' });
  await emulator.clock.advance('4s');
  await client.call('DELETE', `/v1/jobs/${deleted.body.id}`, { key });
  const inputs = { there: String(there.body.id), expired: String(expired.body.id), unknown: 'asset_unknown' };

  return async (part: Partial<Draft>) => {
    const draft = { ...GOOD, ...part };
    const asset = inputs[draft.input];
    const text = JSON.stringify({ inputs: [{ asset_id: asset, role: 'source' }], concerns: draft.concerns });
    return client.call('POST', '/v1/skin/analyses', {
      key: secretOf(draft),
      headers: {
        'Content-Type': draft.contentType,
        ...(draft.idempotencyKey !== null && { 'Idempotency-Key': draft.idempotencyKey }),
      },
      body: `${draft.truncated ? text.slice(0, -1) : text}${' '.repeat(draft.padding)}`,
    });
  };
}

/** Refused requests change nothing, so all requests that need the same world share it. */
const worlds = new Map<string, ReturnType<typeof makeWorld>>();

async function submit(draft: Partial<Draft>) {
  const { poor, full } = { ...GOOD, ...draft };
  const name = `${poor} ${full}`;
  const world = worlds.get(name) ?? makeWorld({ poor, full });
  worlds.set(name, world);
  return (await world)(draft);
}

describe('4.2 the order of checks on a submission (reading 20)', () => {
  it('accepts one without a fault', async () => {
    const world = await makeWorld(GOOD);
    expect((await world({})).status).toBe(202);
  });

  it.each(FAULTS.map((fault) => [fault.name, fault] as const))('refuses %s', async (_, { draft, answer }) => {
    expect(refusalOf(await submit(draft))).toEqual(answer);
  });

  it.each(PAIRS)('checks %s before %s', async (_, __, first, second) => {
    expect(refusalOf(await submit({ ...first.draft, ...second.draft }))).toEqual(first.answer);
  });
});

describe('4.1 the order of checks on an upload', () => {
  const UPLOAD_FAULTS = [
    { name: 'an unusable key', key: { unusable: true }, answer: refusal(401, 'INVALID_API_KEY') },
    { name: 'a foreign network', key: { outside: true }, answer: refusal(403, 'API_KEY_IP_NOT_ALLOWED') },
    { name: 'a large body', body: new Uint8Array(1_001), answer: refusal(413, 'PAYLOAD_TOO_LARGE') },
    { name: 'a wrong type', type: 'image/webp', answer: invalid('Content-Type') },
  ];

  const pairs = UPLOAD_FAULTS.flatMap((first, index) =>
    UPLOAD_FAULTS.slice(index + 1).map((second) => [first.name, second.name, first, second] as const),
  );

  type UploadFault = { name: string; key?: Partial<Draft>; body?: Uint8Array; type?: string };

  async function upload(first: UploadFault, second: UploadFault) {
    const { client } = await emulatorFor({
      readings: { upload_max_bytes: 1_000 },
      accounts: [{ name: 'demo', keys: KEYS }],
    });
    const face = await facePng();
    expect(face.byteLength).toBeLessThan(1_000);
    const fault = { body: face, type: 'image/png', ...first, ...second };
    const key = secretOf({ ...GOOD, ...first.key, ...second.key });
    return refusalOf(await client.upload({ key, body: fault.body, type: fault.type }));
  }

  it.each(UPLOAD_FAULTS.map((fault) => [fault.name, fault] as const))('refuses %s', async (_, fault) => {
    expect(await upload(fault, fault)).toEqual(fault.answer);
  });

  it.each(pairs)('checks %s before %s', async (_, __, first, second) => {
    expect(await upload(first, second)).toEqual(first.answer);
  });
});

/** A live submission that is repeated when another one is refused. */
const LIVE_FIRST = makeup({}, { as: 'live', idempotencyKey: 'one' });
const LIMITED = '429 RATE_LIMITED';
const again = outcomes(LIVE_FIRST, 'makeup as live', LIVE_FIRST);
const FIRST = makeup({}, { idempotencyKey: 'one' });
const ONE_A_DAY = { readings: { daily_quota: { live: { 'makeup.apply': 1 } } } };
const POOR = { accounts: [{ name: 'demo', credits: { granted: 1 }, keys: [{ secret: 'pk_live_demo' }] }] };

describe('4.2 a replay', () => {
  itShows([
    ['is never refused for credits', again, [202, '402 INSUFFICIENT_CREDITS', 200], POOR],
    ['is never refused for the quota', again, [202, LIMITED, 200], ONE_A_DAY],
    ['is never refused for an expired input', outcomes(FIRST, '24h', FIRST, 'makeup'), [202, 200, '410 ASSET_EXPIRED']],
  ]);
});
