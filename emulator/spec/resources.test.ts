import { beforeAll, describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';
import {
  boolean,
  datetime,
  expectField,
  expectNoOther,
  type FieldRow,
  idOf,
  integer,
  isNull,
  list,
  matching,
  nullable,
  object,
  oneOf,
  type Specimen,
  string,
} from '../testing/fields.ts';
import { FORMATS, picture } from '../testing/pictures/pictures.ts';
import { finishedJob, LIVE, UNTIL } from '../testing/steps.ts';

const OPERATIONS = ['makeup.apply', 'skin.analyze', 'hair.try_on'] as const;
const STATUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'];
const ERROR_CODES = ['INPUT_UNPROCESSABLE', 'INPUT_EXPIRED', 'PROCESSING_FAILED'] as const;

const soloLive = { accounts: [{ name: 'solo', keys: [{ secret: 'pk_live_solo' }] }] };

describe('2.1 Asset', () => {
  const assets: Specimen[] = [];
  const listed: Specimen[] = [];
  const rows: FieldRow[] = [
    { field: 'id', holds: idOf('asset') },
    { field: 'purpose', holds: string, among: ['input', 'result'] },
    { field: 'media_type', holds: string, among: ['image/jpeg', 'image/png', 'image/webp'] },
    { field: 'size_bytes', holds: integer },
    { field: 'width', holds: integer },
    { field: 'height', holds: integer },
    { field: 'created_at', holds: datetime },
    { field: 'expires_at', holds: datetime },
  ];

  beforeAll(async () => {
    const { emulator, client } = await emulatorFor();
    for (const format of FORMATS) {
      assets.push((await client.upload({ body: await picture(format), type: `image/${format}` })).body);
    }
    await finishedJob({ emulator, client }, 'skin.analyze');
    listed.push(...(await client.get('/v1/assets')).body.data);
    assets.push(...listed, (await client.get(`/v1/assets/${listed[0]?.id}`)).body);
  });

  it.each(rows)('has $field', (row) => expectField(assets, row));

  it('has no field beside these and livemode', () => expectNoOther(assets, rows, ['livemode']));

  it('never carries an href in a list', () => {
    expect(listed.map(({ purpose }) => purpose)).toContain('result');
    expect(listed.filter((asset) => 'href' in asset)).toEqual([]);
  });

  it('is the same in the answer to the upload, in a read and in a list', async () => {
    const { client } = await emulatorFor();
    const uploaded = await client.upload();
    expect((await client.get(`/v1/assets/${uploaded.body.id}`)).body).toEqual(uploaded.body);
    expect((await client.get('/v1/assets')).body.data).toEqual([uploaded.body]);
  });

  it('states the size of the bytes, the sides, and when it was made and will expire', async () => {
    const { emulator, client } = await emulatorFor();
    const bytes = await picture('png', { width: 48, height: 36 });
    const { body } = await client.upload({ body: bytes });
    expect(body).toMatchObject({
      size_bytes: bytes.byteLength,
      width: 48,
      height: 36,
      created_at: '2026-01-01T00:00:00.000Z',
    });
    expect(body.created_at).toBe(emulator.clock.now());
    expect(body.expires_at).toBe('2026-01-02T00:00:00.000Z');
  });
});

describe('2.1 and 2.2 livemode', () => {
  it.each([
    [LIVE, true],
    ['pk_test_demo', false],
  ])('is on the assets and jobs of %s, as %s, where the account has a test key', async (key, livemode) => {
    const { client } = await emulatorFor();
    const asset = await client.upload({ key });
    const job = await client.submitOn('makeup.apply', { key });
    expect([asset.body.livemode, job.body.livemode]).toEqual([livemode, livemode]);
    expect((await client.get(`/v1/assets/${asset.body.id}`, { key })).body.livemode).toBe(livemode);
    expect((await client.get('/v1/assets', { key })).body.data[0].livemode).toBe(livemode);
    expect((await client.get('/v1/jobs', { key })).body.data[0].livemode).toBe(livemode);
  });

  it('is nowhere on the assets and jobs of an account without a test key', async () => {
    const { emulator, client } = await emulatorFor(soloLive);
    const key = 'pk_live_solo';
    const job = await finishedJob({ emulator, client }, 'makeup.apply', { key });
    const assets = await client.get('/v1/assets', { key });
    expect(assets.body.data).toHaveLength(2);
    expect([...assets.body.data, job.body].filter((body) => 'livemode' in body)).toEqual([]);
  });
});

describe('2.2 Job', () => {
  const jobs: Specimen[] = [];
  const rows: FieldRow[] = [
    { field: 'id', holds: idOf('job') },
    { field: 'operation', holds: string, among: OPERATIONS },
    { field: 'status', holds: string, among: STATUSES },
    { field: 'created_at', holds: datetime },
    { field: 'updated_at', holds: datetime },
    { field: 'completed_at', holds: nullable(datetime) },
    { field: 'expires_at', holds: nullable(datetime) },
    { field: 'inputs', holds: list },
    { field: 'output', holds: nullable(object) },
    { field: 'error', holds: nullable(object) },
  ];

  beforeAll(async () => {
    const { emulator, client } = await emulatorFor();
    const cancelled = await client.submitOn('skin.analyze');
    await client.call('POST', `/v1/jobs/${cancelled.body.id}/cancel`);
    for (const code of ERROR_CODES) {
      emulator.plans.add({ outcome: { status: 'failed', code } });
      await client.submitOn('skin.analyze');
    }
    for (const operation of OPERATIONS) await client.submitOn(operation);
    for (const moment of [UNTIL.queued, UNTIL.processing, UNTIL.ended]) {
      await emulator.clock.advance(moment);
      jobs.push(...(await client.get('/v1/jobs')).body.data);
    }
  });

  it.each(rows)('has $field', (row) => expectField(jobs, row));

  it('has no field beside these and livemode', () => expectNoOther(jobs, rows, ['livemode']));

  it.each([
    ['queued', { completed_at: isNull, expires_at: isNull, output: isNull, error: isNull }],
    ['running', { completed_at: isNull, expires_at: isNull, output: isNull, error: isNull }],
    ['succeeded', { completed_at: datetime, expires_at: datetime, output: object, error: isNull }],
    ['failed', { completed_at: datetime, expires_at: datetime, output: isNull, error: object }],
    ['cancelled', { completed_at: datetime, expires_at: datetime, output: isNull, error: isNull }],
  ])('is null in what a %s job does not have yet or never will', (status, shape) => {
    const specimens = jobs.filter((job) => job.status === status);
    for (const [field, holds] of Object.entries(shape)) expectField(specimens, { field, holds });
  });

  it.each([
    { field: 'asset_id', holds: idOf('asset') },
    { field: 'role', holds: string, among: ['source'] },
  ])('names $field in each of its inputs', (row) => {
    const refs = jobs.flatMap((job) => job.inputs as Specimen[]);
    expectField(refs, row);
    expectNoOther(refs, [
      { field: 'asset_id', holds: string },
      { field: 'role', holds: string },
    ]);
  });

  it('shows the hair mask as an input of its own role', async () => {
    const { client } = await emulatorFor();
    const [source, mask] = [(await client.upload()).body.id, (await client.upload()).body.id];
    const inputs = [
      { asset_id: source, role: 'source' },
      { asset_id: mask, role: 'hair_mask' },
    ];
    const color_gradient = { dark: { color: '#203040' }, light: { color: '#8090a0' } };
    expect((await client.submit('/v1/hair/try-ons', { inputs, color_gradient })).body.inputs).toEqual(inputs);
  });

  it.each([
    { field: 'code', holds: string, among: ERROR_CODES },
    { field: 'message', holds: string },
  ])('tells $field in the error of a failed job', (row) => {
    const errors = jobs.filter(({ status }) => status === 'failed').map(({ error }) => error as Specimen);
    expectField(errors, row);
    expectNoOther(errors, [
      { field: 'code', holds: string },
      { field: 'message', holds: string },
    ]);
  });
});

describe('2.4 ErrorDetail', () => {
  const errors: Specimen[] = [];
  const rows: FieldRow[] = [
    { field: 'code', holds: matching(/^[A-Z][A-Z0-9_]+$/) },
    { field: 'message', holds: string },
    { field: 'request_id', holds: string },
    { field: 'details', holds: object, optional: true },
    { field: 'retryable', holds: nullable(boolean), optional: true },
  ];

  beforeAll(async () => {
    const { client } = await emulatorFor();
    const job = await client.submitOn('makeup.apply');
    const refused = [
      await client.get('/v1/assets?limit=0'),
      await client.get('/v1/assets', { key: null }),
      await client.get('/v1/assets/asset_unknown'),
      await client.get('/v1/jobs/job_unknown'),
      await client.get('/v1/nowhere'),
      await client.call('DELETE', `/v1/jobs/${job.body.id}`),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 401, 404, 404, 404, 409]);
    for (const { headers, body } of refused) {
      expect(headers.get('content-type')).toBe('application/json');
      expect(Object.keys(body)).toEqual(['error']);
      errors.push(body.error);
    }
  });

  it.each(rows)('has $field', (row) => expectField(errors, row));

  it('has no field beside these and doc_url', () => expectNoOther(errors, rows, ['doc_url']));

  it('carries details only where a field of the request is to blame', () => {
    expect(errors.map((error) => 'details' in error)).toEqual([true, false, false, false, false, false]);
  });

  it('has a request_id of its own each time', () => {
    expect(new Set(errors.map(({ request_id }) => request_id)).size).toBe(errors.length);
  });
});

describe('2.5 Credit balance', () => {
  const balances: Specimen[] = [];
  const rows: FieldRow[] = [
    { field: 'object', holds: oneOf(['credit_balance']) },
    { field: 'as_of', holds: datetime },
    ...['settled_units', 'held_units', 'available_units', 'test_funded_units', 'spendable_units'].map((field) => ({
      field,
      holds: integer,
    })),
    { field: 'enforced', holds: boolean },
    { field: 'low_balance', holds: boolean },
    { field: 'unit_costs', holds: object },
  ];
  const balanceWith = async (credits: object, operation?: 'hair.try_on') => {
    const { client } = await emulatorFor({
      accounts: [{ name: 'demo', keys: [{ secret: LIVE }], credits: { granted: 50, ...credits } }],
    });
    if (operation !== undefined) await client.submitOn(operation, { key: LIVE });
    return (await client.get('/v1/credits/balance', { key: LIVE })).body;
  };

  beforeAll(async () => {
    balances.push(await balanceWith({}), await balanceWith({ enforced: false, test_funded: 5 }, 'hair.try_on'));
  });

  it.each(rows)('has $field', (row) => expectField(balances, row));

  it('has no field beside these, and none that identifies the account', () => expectNoOther(balances, rows));

  it('gives the cost of each operation as a whole number of units', () => {
    for (const { unit_costs } of balances) {
      expect(Object.keys(unit_costs as Specimen).sort()).toEqual([...OPERATIONS].sort());
      expect(Object.values(unit_costs as Specimen).filter((cost) => !integer(cost))).toEqual([]);
    }
  });

  it.each([
    [
      { enforced: true, test_funded: 5 },
      { settled_units: 50, held_units: 2, available_units: 48, spendable_units: 43 },
    ],
    [
      { enforced: false, test_funded: 5 },
      { settled_units: 50, held_units: 2, available_units: 48, spendable_units: 48 },
    ],
    [
      { enforced: false, granted: 1 },
      { settled_units: 1, held_units: 2, available_units: -1, spendable_units: -1 },
    ],
  ])('reckons available and spendable units of %o with one job held', async (credits, expected) => {
    expect(await balanceWith(credits, 'hair.try_on')).toMatchObject(expected);
  });

  it.each([
    ['no threshold', {}, false],
    ['spendable units above the threshold', { low_balance_at: 49 }, false],
    ['spendable units at the threshold', { low_balance_at: 50 }, true],
    ['spendable units at the threshold without the test-funded', { low_balance_at: 45, test_funded: 5 }, true],
    ['test-funded units that do not count', { low_balance_at: 45, test_funded: 5, enforced: false }, false],
  ])('has low_balance for %s', async (_, credits, low) => {
    expect((await balanceWith(credits)).low_balance).toBe(low);
  });
});
