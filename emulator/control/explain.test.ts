import { describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../index.ts';
import { emulatorFor } from '../testing/client.ts';
import { hair, openPlayed, play, type Step, skin } from '../testing/play.ts';

/**
 * What was refused, the status, the rule and its section, the compared values, and the steps that lead to the refusal.
 */
type Row = [what: string, explained: string, compared: object, steps: Step[], options?: EmulatorOptions];

const job = expect.stringMatching(/^job_/);
const wrong = (path: string, problem: unknown) => ({ fields: [{ path, problem }] });
const withKey = (key: object, more: object = {}): EmulatorOptions => ({
  accounts: [{ name: 'a', keys: [{ secret: 'pk_test_demo', ...key }], ...more }],
});
const POOR = { accounts: [{ name: 'a', keys: [{ secret: 'pk_live_demo' }], credits: { granted: 0 } }] };
const ONCE = { idempotencyKey: 'once' };
const DONE = ['makeup', '4s', 'GET /v1/assets/{result}'];
const image = { mediaType: 'image/png', width: 64, height: 80 };
const uploadAs =
  (type: string): Step =>
  ({ client }) =>
    client.upload({ type });
const OLD = '2025-12-31T00:00:00Z';
const CREDITS_OFF = withKey({}, { features: { test: { credits: false } } });
const BALANCE = 'GET /v1/credits/balance';
const USAGE = 'GET /v1/usage';
const NO_QUOTA = { readings: { daily_quota: { test: { 'skin.analyze': 0 } } } };
const NO_ADMISSION = { readings: { admission_per_minute: 0 } };
const NO_SCOPES = withKey({ scopes: [] });
const RESULT = 'DELETE /v1/assets/{result}';
const FAULT: EmulatorOptions = { faults: [{ effect: { kind: 'error', error: 'internal_error' } }] };
const claimed = (job_is_there: boolean) => ({ claimed_by: job, same_request: false, job_is_there });

const ROWS: Row[] = [
  ['an unknown parameter', '400 LIST-400 4.1', { query: [['colour', 'red']] }, ['GET /v1/assets?colour=red']],
  ['a cursor of other filters', '400 CURSOR-400 4.1', { filters: '[]' }, ['GET /v1/jobs?cursor=abc']],
  ['a wrong field', '400 REQUEST-400 4', wrong('concerns[0]', expect.any(String)), [skin({ concerns: ['beauty'] })]],
  [
    'a concern twice',
    '400 SKIN-CONCERNS-SET-400 4.2',
    wrong('concerns[1]', 'names acne a second time'),
    [skin({ concerns: ['acne', 'acne'] })],
  ],
  ['a wrong media type', '400 UPLOAD-400 4.1', { declared: 'image/webp', header: image }, [uploadAs('image/webp')]],
  ['a missing key', '401 AUTH-401 5.5', { key: 'missing' }, [`${USAGE} as none`]],
  ['an unknown key', '401 AUTH-401 5.5', { key: 'unrecognised' }, [`${USAGE} as live`], withKey({})],
  ['a revoked key', '401 AUTH-401 5.5', { key: 'revoked, expired or disabled' }, [USAGE], withKey({ revoked_at: OLD })],
  ['too few credits', '402 CREDIT-402 7', { units: 2, spendable_units: 0, enforced: true }, ['hair as live'], POOR],
  ['a missing scope', '403 AUTH-SCOPE-403 5.4', { needed: 'hair.apply', granted: [] }, ['hair'], NO_SCOPES],
  [
    'a foreign address',
    '403 AUTH-NETWORK-403 5.5',
    { address: '127.0.0.1', networks: ['10.0.0.0/8'] },
    [USAGE],
    withKey({ networks: ['10.0.0.0/8'] }),
  ],
  ['an unknown job', '404 JOB-404 4.3', { job_id: 'job_none' }, ['GET /v1/jobs/job_none']],
  ['an unknown asset', '404 ASSET-404 4.1', { asset_id: 'asset_none' }, ['GET /v1/assets/asset_none']],
  [
    'an unknown input',
    '404 SUBMIT-INPUT-404 4.2',
    { asset_id: 'asset_none', state: 'missing' },
    [skin({}, { input: 'asset_none' })],
  ],
  ['an unknown path', '404 PATH-404 7', { path: '/v1/nothing' }, ['GET /v1/nothing']],
  ['a feature that is off', '404 FEATURE-OFF-404 1', { feature: 'credits', on: false }, [BALANCE], CREDITS_OFF],
  ['a claimed Idempotency-Key', '409 IDEM-REUSED-409 4.2', claimed(true), [skin({}, ONCE), hair({}, ONCE)]],
  ['a late cancel', '409 CANCEL-DONE-409 3', { status: 'succeeded' }, [...DONE, 'POST /v1/jobs/{job}/cancel']],
  ['an early delete', '409 JOB-IN-PROGRESS-409 3', { status: 'queued' }, ['skin', 'DELETE /v1/jobs/{job}']],
  ['a deleted result', '409 ASSET-OWNED-409 4.1', { purpose: 'result', job }, [...DONE, RESULT]],
  [
    'the Idempotency-Key of a deleted job',
    '410 IDEM-DELETED-410 3',
    claimed(false),
    [skin({}, ONCE), '4s', 'DELETE /v1/jobs/{job}', hair({}, ONCE)],
  ],
  [
    'an expired input',
    '410 SUBMIT-INPUT-410 4.2',
    { asset_id: expect.stringMatching(/^asset_/), state: 'expired' },
    ['upload', '24h', 'skin'],
  ],
  ['a large body', '413 BODY-413 4.2', { limit_bytes: 10 }, ['skin'], { readings: { submit_max_bytes: 10 } }],
  ['the admission limit', '429 ADMISSION-429 8', { admitted_this_minute: 0 }, ['skin'], NO_ADMISSION],
  ['the daily quota', '429 QUOTA-429 8', { used_today: 0 }, ['skin'], NO_QUOTA],
  ['a fault', '500 FAULT -', { fault: expect.stringMatching(/^fault_/), effect: 'error' }, [USAGE], FAULT],
  [
    'keys that cannot be checked',
    '503 AUTH-UNREADABLE-503 5.5',
    { key_store_readable: false },
    [USAGE],
    { unreadable: { key_store: true } },
  ],
  [
    'a ledger that cannot be read',
    '503 CREDIT-UNREADABLE-503 4.4',
    { ledger_readable: false },
    [BALANCE],
    { unreadable: { ledger: true } },
  ],
];

describe('journal.explain', () => {
  it.each(ROWS)('explains %s as %s', async (_, expected, compared, steps, options) => {
    const played = await openPlayed(options);
    const reply = await play(played, ...steps);
    const [status, rule = '', section] = expected.split(' ');
    const { request_id } = reply.body.error;
    const explained = { request_id, status: Number(status), rule, section, compared };
    expect(played.emulator.journal.explain(request_id)).toEqual(explained);
    expect(reply.status).toBe(Number(status));
    expect(reply.text).not.toContain(rule);
  });

  it('recognizes a connection reset as a fault', async () => {
    const { emulator, client } = await emulatorFor({ faults: [{ effect: { kind: 'reset' } }] });
    await expect(client.get('/v1/usage')).rejects.toThrow('fetch failed');
    const [{ requestId } = { requestId: null }] = emulator.journal.find();
    expect(emulator.journal.explain(requestId ?? '')).toMatchObject({ rule: 'FAULT', compared: { effect: 'reset' } });
  });

  it('finds nothing for an unknown request_id', async () => {
    const { emulator } = await emulatorFor();
    expect(() => emulator.journal.explain('req_none')).toThrow('the journal has no refusal req_none');
  });
});
